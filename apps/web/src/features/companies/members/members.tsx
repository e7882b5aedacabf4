import { listInvitations, listMembers } from '@lectern/contract';
import { Alert, Box } from '@mantine/core';
import { IconUserSearch, IconUsersPlus } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../../ui/feedback/skeletons.tsx';
import { SearchInput } from '../../../ui/form/search-input.tsx';
import { Invitations } from './invitations.tsx';
import { InviteButton } from './invite-dialog.tsx';
import { MemberTable } from './member-table.tsx';
import classes from './team.module.css';
import { UsersLimit, useUsersLimit } from './users-limit.tsx';

const pageSize = 25;

export type MembersView = { search?: string; page?: number };

/** The people of the company, those who were invited, and how many there may be. */
export function Members({ search, page = 1, onView }: MembersView & { onView: (view: MembersView) => void }) {
  const { t } = useTranslation('company');
  const members = useApiQuery(
    listMembers,
    { query: { search, page, pageSize } },
    { placeholderData: keepPreviousData },
  );
  const invitations = useApiQuery(listInvitations, {});
  const few = search === undefined && (members.data?.total ?? 0) <= 1;
  return (
    <>
      <div className={classes.tools}>
        {few ? (
          <div />
        ) : (
          <SearchInput
            className={classes.search}
            label={t('team.search')}
            value={search}
            onChange={(text) => onView({ search: text, page: undefined })}
          />
        )}
        <Box flex={{ base: '1 1 100%', sm: '0 1 320px' }} miw={0}>
          <UsersLimit />
        </Box>
      </div>
      <QueryBoundary query={members} skeleton={<SkeletonList rows={6} height={56} />}>
        {({ items, total }) =>
          total === 0 ? (
            <EmptyState
              icon={IconUserSearch}
              title={t('team.noneFound')}
              text={t('team.noneFoundText', { search })}
            />
          ) : (
            <MemberTable
              members={items}
              paging={{ page, pageSize, total, onPage: (next) => onView({ page: next }) }}
            />
          )
        }
      </QueryBoundary>
      {few && members.isSuccess && invitations.data?.items.length === 0 && <Alone />}
      <Invitations query={invitations} />
    </>
  );
}

/** A company of one is the beginning, not a fault. */
function Alone() {
  const { t } = useTranslation('company');
  const limit = useUsersLimit();
  if (limit && limit.max !== null && limit.max <= 1)
    return (
      <Alert color="gray" role="note" mt="md">
        {t('alone.package')}
      </Alert>
    );
  return (
    <EmptyState
      icon={IconUsersPlus}
      title={t('alone.title')}
      text={t('alone.text')}
      action={<InviteButton />}
    />
  );
}
