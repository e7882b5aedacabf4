import type { AssistantSummary, Message } from '@lectern/contract';
import { useEffect, useState } from 'react';
import { type FlowFormValues, listMissing } from '../../../ui/form/flow-form-fields.tsx';

/** The form that the assistant's flow shows: the one that its run waits for, or the one before the first question. */
export function useFlowForm({ flow }: Pick<AssistantSummary, 'flow'>, messages: Message[] | undefined) {
  const last = messages?.at(-1);
  const awaited = (flow && last?.role === 'assistant' && last.flowRun?.form) || null;
  const isFirst = !messages?.some(({ role }) => role === 'user');
  const fields = awaited ?? (isFirst && flow ? flow.form : []);
  const [values, setValues] = useState<FlowFormValues>({});
  const [isChecked, setIsChecked] = useState(false);
  const owner = awaited ? last?.id : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each form begins empty.
  useEffect(() => {
    setValues({});
    setIsChecked(false);
  }, [owner]);

  const missing = listMissing(fields, values);
  return {
    awaited,
    fields,
    values: fields.length > 0 ? values : {},
    onChange: setValues,
    missing: isChecked ? missing : [],
    /** Whether all is filled in that must be; marks what is not. */
    check: () => {
      setIsChecked(true);
      return missing.length === 0;
    },
  };
}

export type FlowForm = ReturnType<typeof useFlowForm>;
