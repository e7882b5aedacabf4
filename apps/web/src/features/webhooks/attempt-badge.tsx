import type { WebhookDelivery } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';

/** How an attempt went, in a word. */
export function AttemptBadge({
  attempt: { status, problem },
}: {
  attempt: NonNullable<WebhookDelivery['lastAttempt']>;
}) {
  const { t } = useTranslation('webhooks');
  if (problem === null) return <StatusBadge tone="success">{t('problems.none', { status })}</StatusBadge>;
  return <StatusBadge tone="danger">{t(`problems.${problem}`, { status })}</StatusBadge>;
}
