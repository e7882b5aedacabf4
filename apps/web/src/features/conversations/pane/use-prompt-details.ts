import type { Assistant } from '@lectern/contract';
import { useCallback, useEffect, useState } from 'react';
import { missingVariables } from './prompt-details.tsx';

type Values = Record<string, string>;

/** Values outlive a reload of the page, and end with the tab: they may be personal. */
function readValues(owner: string): Values {
  try {
    return JSON.parse(sessionStorage.getItem(`prompt-details:${owner}`) ?? '{}') as Values;
  } catch {
    return {};
  }
}

function writeValues(owner: string, values: Values): void {
  try {
    sessionStorage.setItem(`prompt-details:${owner}`, JSON.stringify(values));
  } catch {
    // Without storage they live as long as the page.
  }
}

/** The values of the prompt's variables in one conversation (`owner`), and whether any is missing. */
export function usePromptDetails(variables: Assistant['variables'], owner: string) {
  const [values, setValues] = useState<Values>(() => readValues(owner));
  const [isOpen, setIsOpen] = useState<boolean | null>(null);
  const [isChecked, setIsChecked] = useState(false);

  useEffect(() => {
    setValues(readValues(owner));
    setIsOpen(null);
    setIsChecked(false);
  }, [owner]);

  const missing = missingVariables(variables, values);
  const check = useCallback(() => {
    setIsChecked(true);
    if (missing.length > 0) setIsOpen(true);
    else setIsOpen(false);
    return missing.length === 0;
  }, [missing.length]);

  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  return {
    values: given,
    check,
    /** A draft became this conversation: what was filled in belongs to it. */
    keepFor: (conversationId: string) => writeValues(conversationId, values),
    fields: {
      values,
      onChange: (next: Values) => {
        setValues(next);
        writeValues(owner, next);
      },
      opened: isOpen ?? missing.length > 0,
      onOpenedChange: (opened: boolean) => {
        setIsChecked(true);
        setIsOpen(opened || missing.length > 0);
      },
      missing: isChecked ? missing : [],
    },
  };
}
