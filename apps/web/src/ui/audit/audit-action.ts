import type { AuditEntry } from '@lectern/contract';
import { useTranslation } from 'react-i18next';

/** What was done, in words; a call that this page does not know yet by its id. */
export function useAuditAction(): (action: string) => string {
  const { t, i18n } = useTranslation('audit');
  return (action) => {
    const key = `actions.${action}` as 'otherAction';
    return i18n.exists(key, { ns: 'audit' }) ? t(key) : t('otherAction', { action });
  };
}

export type AuditOutcome = 'done' | 'refused' | 'failed' | 'unfinished';

export function outcomeOf({ status }: Pick<AuditEntry, 'status'>): AuditOutcome {
  if (status === null) return 'unfinished';
  if (status < 400) return 'done';
  return status < 500 ? 'refused' : 'failed';
}
