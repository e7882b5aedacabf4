import { getCompanyLimits } from '@lectern/contract';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { LimitBar, limitState } from '../../../ui/feedback/limit-bar.tsx';

/** How many people the company has and may have; undefined while it is not known. */
export function useUsersLimit() {
  return useApiQuery(
    getCompanyLimits,
    {},
    { select: ({ limits }) => limits.find(({ quota }) => quota === 'users') },
  ).data;
}

/** “3 of 5 users”, with the bar, and what to do when every place is taken. */
export function UsersLimit() {
  const { t } = useTranslation('company');
  const limit = useUsersLimit();
  if (!limit) return null;
  const full = limitState(limit) === 'full';
  return (
    <div>
      <LimitBar limit={limit} />
      {limit.max !== null && (
        <Text size="xs" c={full ? 'var(--danger)' : 'dimmed'} mt={4}>
          {full ? t('team.full') : t('team.invitationsCount')}
        </Text>
      )}
    </div>
  );
}
