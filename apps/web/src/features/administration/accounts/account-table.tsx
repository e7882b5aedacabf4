import type { ManagedAccount } from '@lectern/contract';
import { Badge, Box, Flex, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../api/me.ts';
import { type Column, DataTable } from '../../../ui/display/data-table.tsx';
import { InitialAvatar } from '../../../ui/display/initial-avatar.tsx';
import { LongText } from '../../../ui/display/long-text.tsx';
import { FormattedDate } from '../../../ui/format/formatted.tsx';
import classes from '../administration.module.css';
import type { AccountCommands } from './account-commands.ts';
import { AccountMenu } from './account-menu.tsx';

type Props = {
  accounts: readonly ManagedAccount[];
  commands: AccountCommands;
  paging: { page: number; pageSize: number; total: number; onPage: (page: number) => void };
};

export function AccountTable({ accounts, commands, paging }: Props) {
  const { t } = useTranslation('administration');
  const columns: Column<ManagedAccount>[] = [
    {
      key: 'name',
      header: t('accounts.name'),
      card: 'title',
      render: (account) => <AccountName account={account} />,
    },
    {
      key: 'companies',
      header: t('accounts.companies'),
      width: '27%',
      render: (account) => <Memberships account={account} />,
    },
    {
      key: 'marks',
      header: t('accounts.marks'),
      width: 176,
      render: (account) => <AccountMarks account={account} />,
    },
    {
      key: 'lastSeen',
      header: t('accounts.lastSeen'),
      width: 124,
      render: ({ lastSeenAt }) =>
        lastSeenAt === null ? (
          <Text c="dimmed" size="sm">
            {t('accounts.never')}
          </Text>
        ) : (
          <FormattedDate at={lastSeenAt} style="relative" />
        ),
    },
    {
      key: 'actions',
      header: t('form.actions'),
      width: 84,
      align: 'right',
      card: 'actions',
      render: (account) => <AccountMenu account={account} commands={commands} />,
    },
  ];
  return (
    <DataTable
      fixed
      columns={columns}
      rows={accounts}
      rowKey={({ id }) => id}
      rowLabel={({ username }) => username}
      label={t('accounts.list')}
      paging={paging}
    />
  );
}

function AccountName({ account }: { account: ManagedAccount }) {
  const { t } = useTranslation('administration');
  const own = useMe().id === account.id;
  return (
    <Group gap={12} wrap="nowrap">
      <InitialAvatar name={account.username} photo={account.photo} size={32} />
      <Box flex={1} miw={0}>
        <Group gap={8} wrap="nowrap">
          <Text fw={600} component="div" miw={0} ta="left">
            <LongText>{account.username}</LongText>
          </Text>
          {own && <Badge color="teal">{t('accounts.you')}</Badge>}
        </Group>
        <Text size="xs" c="dimmed" component="div">
          <LongText>{account.email}</LongText>
        </Text>
      </Box>
    </Group>
  );
}

const shownCompanies = 2;

function Memberships({ account: { companies } }: { account: ManagedAccount }) {
  const { t } = useTranslation('administration');
  if (companies.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {t('accounts.noCompany')}
      </Text>
    );
  const more = companies.length - shownCompanies;
  return (
    <div className={classes.memberships}>
      {companies.slice(0, shownCompanies).map(({ id, name, level }) => (
        <div key={id}>
          <LongText>{name}</LongText>
          <Text size="xs" c="dimmed">
            {t(`levels.${level as 0 | 1 | 2}`)}
          </Text>
        </div>
      ))}
      {more > 0 && (
        <Text size="xs" c="dimmed" title={companies.map(({ name }) => name).join('\n')}>
          {t('accounts.moreCompanies', { count: more })}
        </Text>
      )}
    </div>
  );
}

/** Only what is out of the ordinary: that a new account has not verified its address goes without saying. */
function AccountMarks({ account }: { account: ManagedAccount }) {
  const { t } = useTranslation('administration');
  return (
    <Flex wrap="wrap" gap={4}>
      {!account.active && <Badge color="red">{t('accounts.inactive')}</Badge>}
      {account.isAdmin && <Badge color="teal">{t('accounts.admin')}</Badge>}
      {account.mustChangePassword && <Badge color="yellow">{t('accounts.mustChangePassword')}</Badge>}
      {!account.emailVerified && !account.mustChangePassword && (
        <Badge color="gray">{t('accounts.unverified')}</Badge>
      )}
      {account.twoFactor && <Badge color="gray">{t('accounts.twoFactor')}</Badge>}
    </Flex>
  );
}
