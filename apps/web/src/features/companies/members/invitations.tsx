import {
  type Invitation,
  listInvitations,
  type ResponseOf,
  resendInvitation,
  withdrawInvitation,
} from '@lectern/contract';
import { ActionIcon, Badge, Box, Group, Text, Tooltip } from '@mantine/core';
import { IconMailForward, IconX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../../api/queries.ts';
import { type Column, DataTable } from '../../../ui/display/data-table.tsx';
import { LongText } from '../../../ui/display/long-text.tsx';
import { memberLevelKey } from '../../../ui/display/member-level.ts';
import { openConfirmModal } from '../../../ui/feedback/confirm-modal.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { FormattedDate } from '../../../ui/format/formatted.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { memberQueries } from './member-queries.ts';
import classes from './team.module.css';

/** Invitations that wait for an answer; nothing where there are none. */
export function Invitations({ query }: { query: UseQueryResult<ResponseOf<typeof listInvitations>> }) {
  const { t } = useTranslation('company');
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const items = query.data?.items ?? [];
  if (items.length === 0) return null;
  const columns: Column<Invitation>[] = [
    {
      key: 'email',
      header: t('invitations.email'),
      card: 'title',
      render: ({ email }) => (
        <Text inherit fw={600} component="div" className={classes.whole}>
          <LongText>{email}</LongText>
        </Text>
      ),
    },
    {
      key: 'level',
      header: t('invitations.level'),
      width: 150,
      render: ({ level }) => t(`levels.${memberLevelKey(level)}.name`),
    },
    {
      key: 'invitedBy',
      header: t('invitations.invitedBy'),
      width: 170,
      render: ({ invitedBy }) => <LongText className={classes.whole}>{invitedBy}</LongText>,
    },
    {
      key: 'expires',
      header: t('invitations.expires'),
      width: 140,
      render: ({ expiresAt }) =>
        new Date(expiresAt).getTime() <= Date.now() ? (
          <Badge color="red">{t('invitations.expired')}</Badge>
        ) : (
          <FormattedDate at={expiresAt} />
        ),
    },
    {
      key: 'actions',
      header: t('invitations.actions'),
      width: 92,
      align: 'right',
      card: 'actions',
      render: (invitation) => <InvitationActions invitation={invitation} />,
    },
  ];
  return (
    <Box mt={32}>
      <SectionCard title={t('invitations.title')} description={t('invitations.text')}>
        <DataTable
          label={t('invitations.title')}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          rowLabel={({ email }) => email}
        />
      </SectionCard>
    </Box>
  );
}

function InvitationActions({ invitation: { id, email } }: { invitation: Invitation }) {
  const { t } = useTranslation('company');
  const params = { invitationId: id };
  const changes = [listInvitations, ...memberQueries];
  const resend = useApiMutation(resendInvitation, {
    invalidates: changes,
    successMessage: 'company:invitations.resent',
  });
  const withdraw = useApiMutation(withdrawInvitation, {
    invalidates: changes,
    successMessage: 'company:invitations.withdrawn',
    handlesError: true,
  });
  return (
    <Group gap={2} justify="flex-end" wrap="nowrap">
      <Tooltip label={t('invitations.resend')}>
        <ActionIcon
          aria-label={t('invitations.resendNamed', { email })}
          loading={resend.isPending}
          onClick={() => resend.mutate({ params })}
        >
          <IconMailForward size={17} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('invitations.withdraw')}>
        <ActionIcon
          aria-label={t('invitations.withdrawNamed', { email })}
          onClick={() =>
            openConfirmModal({
              title: t('invitations.withdrawTitle', { email }),
              text: t('invitations.withdrawText'),
              confirmLabel: t('invitations.withdraw'),
              onConfirm: () => withdraw.mutateAsync({ params }),
            })
          }
        >
          <IconX size={17} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
