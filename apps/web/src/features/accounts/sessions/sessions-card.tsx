import { listSessions, revokeOtherSessions } from '@lectern/contract';
import { Button, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../../ui/feedback/skeletons.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';

// It brings the tables of browsers and systems with it.
const SessionList = lazy(() => import('./session-list.tsx').then((code) => ({ default: code.SessionList })));

/** Where the account is signed in; each place can be signed out, or all the others at once. */
export function SessionsCard() {
  const { t } = useTranslation('account');
  const sessions = useApiQuery(listSessions, {});
  const revokeOthers = useApiMutation(revokeOtherSessions, {
    invalidates: [listSessions],
    successMessage: 'account:security.othersDone',
    handlesError: true,
  });
  const others = (sessions.data?.items.length ?? 1) - 1;
  const skeleton = <SkeletonList rows={2} height={64} />;
  return (
    <SectionCard
      title={t('security.sessionsTitle')}
      description={t('security.sessionsText')}
      action={
        others > 0 ? (
          <Button
            variant="default"
            onClick={() =>
              openConfirmModal({
                title: t('security.othersTitle'),
                text: t('security.othersText', { count: others }),
                confirmLabel: t('security.others'),
                onConfirm: () => revokeOthers.mutateAsync({}),
              })
            }
          >
            {t('security.others')}
          </Button>
        ) : undefined
      }
    >
      <QueryBoundary query={sessions} skeleton={skeleton}>
        {({ items }) => (
          <Suspense fallback={skeleton}>
            <SessionList sessions={items} />
            {items.length === 1 && (
              <Text size="sm" c="dimmed" mt="md">
                {t('security.onlyHere')}
              </Text>
            )}
          </Suspense>
        )}
      </QueryBoundary>
    </SectionCard>
  );
}
