import type { Member } from '@lectern/contract';
import { Text, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../api/me.ts';
import { type Column, DataTable } from '../../../ui/display/data-table.tsx';
import { memberLevelKey } from '../../../ui/display/member-level.ts';
import { FormattedDate } from '../../../ui/format/formatted.tsx';
import { MemberMenu } from './member-menu.tsx';
import { MemberPerson, MemberState } from './member-person.tsx';

type Props = {
  members: readonly Member[];
  paging: { page: number; pageSize: number; total: number; onPage: (page: number) => void };
};

export function MemberTable({ members, paging }: Props) {
  const { t } = useTranslation('company');
  const me = useMe();
  const isMe = (member: Member) => member.accountId === me.id;
  const columns: Column<Member>[] = [
    {
      key: 'person',
      header: t('team.person'),
      card: 'title',
      render: (member) => <MemberPerson member={member} you={isMe(member)} />,
    },
    {
      key: 'level',
      header: t('team.level'),
      width: 150,
      render: ({ level }) => (
        <Tooltip label={t(`levels.${memberLevelKey(level)}.text`)}>
          <span>{t(`levels.${memberLevelKey(level)}.name`)}</span>
        </Tooltip>
      ),
    },
    {
      key: 'lastSeen',
      header: t('team.lastSeen'),
      width: 140,
      render: ({ lastSeenAt }) =>
        lastSeenAt === null ? (
          <Text inherit c="dimmed" span>
            {t('team.neverSeen')}
          </Text>
        ) : (
          <FormattedDate at={lastSeenAt} style="relative" />
        ),
    },
    {
      key: 'state',
      header: t('team.state'),
      width: 200,
      render: (member) => <MemberState member={member} />,
    },
    {
      key: 'actions',
      header: t('team.actions'),
      width: 72,
      align: 'right',
      card: 'actions',
      // Whoever lowers or removes themselves locks themselves out: another member can do it.
      render: (member) => (isMe(member) ? null : <MemberMenu member={member} />),
    },
  ];
  return (
    <DataTable
      label={t('team.list')}
      columns={columns}
      rows={members}
      rowKey={(member) => member.id}
      rowLabel={(member) => member.username}
      paging={paging}
    />
  );
}
