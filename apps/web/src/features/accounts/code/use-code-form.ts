import { codeLimits } from '@lectern/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import type { ApiError } from '../../../api/error.ts';

/** The code that is being typed; a refused one leaves the boxes empty for the next try. */
export function useCodeForm() {
  const { t } = useTranslation('login');
  const [code, setCode] = useState('');
  const [attempt, setAttempt] = useState(0);
  const [fault, setFault] = useState<string>();
  const begin = () => {
    setCode('');
    setAttempt((before) => before + 1);
  };
  return {
    code,
    input: {
      value: code,
      attempt,
      error: fault,
      onChange: (value: string) => {
        setCode(value);
        if (value !== '') setFault(undefined);
      },
    },
    /** Whether all digits are there; says so at the boxes where they are not. */
    check: () => {
      if (code.length === codeLimits.digits) return true;
      setFault(t('code.required'));
      return false;
    },
    /** What the server says of the code stands at the boxes; whether it did. */
    refuse: (error: ApiError) => {
      if (error.code !== 'auth.code_wrong' && error.code !== 'auth.code_expired') return false;
      setFault(describeError(error));
      begin();
      return true;
    },
    /** A new code was mailed: what was typed belongs to the one before. */
    renew: () => {
      setFault(undefined);
      begin();
    },
  };
}
