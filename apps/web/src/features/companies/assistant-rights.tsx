import { type AssistantRights, listAssistantRights } from '@lectern/contract';
import { Badge, Button, Group, Text } from '@mantine/core';
import { IconMessageChatbot, IconUserCheck, IconUsers, IconZoomQuestion } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { type Column, DataTable } from '../../ui/display/data-table.tsx';
import { InitialAvatar } from '../../ui/display/initial-avatar.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { LinkButton } from '../../ui/link.tsx';
import classes from './assistant-rights.module.css';
import { openRightsDialog } from './rights-dialog.tsx';
import { useAllMembers } from './use-all-members.ts';

const pageSize = 50;

export type RightsView = { search?: string; page?: number };

/** Which members may use which assistant. */
export function AssistantRightsList({
  search,
  page = 1,
  onView,
}: RightsView & { onView: (view: RightsView) => void }) {
  const { t } = useTranslation('company');
  const query = useApiQuery(
    listAssistantRights,
    { query: { search, page, pageSize } },
    { placeholderData: keepPreviousData },
  );
  const columns: Column<AssistantRights>[] = [
    {
      key: 'assistant',
      header: t('rights.assistant'),
      card: 'title',
      render: ({ assistantName, avatar }) => (
        <Group gap={12} wrap="nowrap" className={classes.whole}>
          <InitialAvatar name={assistantName} photo={avatar} size={32} square />
          <Text fw={600} component="div" miw={0}>
            <LongText>{assistantName}</LongText>
          </Text>
        </Group>
      ),
    },
    {
      key: 'owner',
      header: t('rights.owner'),
      width: 180,
      render: ({ ownerName }) => <LongText className={classes.whole}>{ownerName}</LongText>,
    },
    {
      key: 'audience',
      header: t('rights.audience'),
      width: 230,
      render: (rights) => <Audience rights={rights} />,
    },
    {
      key: 'actions',
      header: t('rights.actions'),
      width: 110,
      align: 'right',
      card: 'actions',
      render: (rights) => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('rights.editNamed', { name: rights.assistantName })}
          onClick={() => openRightsDialog(t, rights)}
        >
          {t('rights.edit')}
        </Button>
      ),
    },
  ];
  const empty =
    search === undefined ? (
      <EmptyState
        icon={IconMessageChatbot}
        title={t('rights.none')}
        text={t('rights.noneText')}
        action={
          <LinkButton to="/chat" variant="default">
            {t('rights.makeOne')}
          </LinkButton>
        }
      />
    ) : (
      <EmptyState
        icon={IconZoomQuestion}
        title={t('rights.noneFound')}
        text={t('rights.noneFoundText', { search })}
      />
    );
  return (
    <QueryBoundary query={query} skeleton={<SkeletonList rows={6} height={52} />}>
      {({ items, total }) => (
        <>
          {(total > 0 || search !== undefined) && (
            <SearchInput
              mb="md"
              maw={360}
              label={t('rights.search')}
              value={search}
              onChange={(text) => onView({ search: text, page: undefined })}
            />
          )}
          {total === 0 ? (
            empty
          ) : (
            <DataTable
              label={t('rights.list')}
              columns={columns}
              rows={items}
              rowKey={({ assistantId }) => assistantId}
              rowLabel={({ assistantName }) => assistantName}
              paging={{ page, pageSize, total, onPage: (next) => onView({ page: next }) }}
            />
          )}
        </>
      )}
    </QueryBoundary>
  );
}

function Audience({ rights: { audience, accountIds } }: { rights: AssistantRights }) {
  const { t } = useTranslation('company');
  const format = useFormat();
  const members = useAllMembers(accountIds.length > 0).data ?? [];
  if (audience === 'everyone')
    return (
      <Badge color="gray" leftSection={<IconUsers size={13} aria-hidden />}>
        {t('rights.everyone')}
      </Badge>
    );
  const count = accountIds.length;
  if (count === 0) return <Badge color="yellow">{t('rights.nobody')}</Badge>;
  const chosen = new Set(accountIds);
  const names = members.filter(({ accountId }) => chosen.has(accountId)).map(({ username }) => username);
  return (
    <div className={classes.whole}>
      <Badge color="teal" leftSection={<IconUserCheck size={13} aria-hidden />}>
        {t('rights.chosen', { count, number: format.number(count) })}
      </Badge>
      <LongText mt={4} c="dimmed" fz="xs">
        {names.join(' · ')}
      </LongText>
    </div>
  );
}
