import type { Endpoint } from '@lectern/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiForm } from '../../../ui/form/use-api-form.ts';

type Settings<E extends Endpoint, Values extends Record<string, unknown>> = Parameters<
  typeof useApiForm<E, Values>
>[1];

/** A form with the code that was mailed; a refused code leaves the boxes empty for the next try. */
export function useCodeForm<E extends Endpoint, Values extends { code: string }>(
  endpoint: E,
  settings: Settings<E, Values>,
) {
  const { t } = useTranslation('login');
  const [attempt, setAttempt] = useState(0);
  const form = useApiForm<E, Values>(endpoint, {
    ...settings,
    messages: { code: t('code.required') },
    errorFields: { 'auth.code_wrong': 'code', 'auth.code_expired': 'code', ...settings.errorFields },
    onInvalid: (errors, refusedBy) => {
      if (errors.code && refusedBy === 'server') restart();
    },
  });
  function restart(): void {
    form.setFieldValue('code', '' as never);
    setAttempt((before) => before + 1);
  }
  return {
    ...form,
    input: {
      value: form.values.code,
      attempt,
      error: form.errors.code,
      onChange: (code: string) => {
        if (code !== form.values.code) form.setFieldValue('code', code as never);
      },
    },
    /** Sends the code with its last digit. */
    complete: (code: string) => void form.send({ ...form.values, code }).catch(() => undefined),
    /** A new code was mailed: what was typed belongs to the one before. */
    renew: () => {
      form.resetError();
      form.clearErrors();
      restart();
    },
  };
}
