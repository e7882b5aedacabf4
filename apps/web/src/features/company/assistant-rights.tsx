import { type AssistantRights, listAssistantRights } from '@lectern/contract';
import { Badge, Button, Group, Text } from '@mantine/core';
import { IconMessageChatbot, IconUsers, IconUsersGroup, IconZoomQuestion } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { InitialAvatar } from '../../ui/initial-avatar.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SkeletonList } from '../../ui/skeletons.tsx';
import classes from './member-picker.module.css';
import { openRightsDialog } from './rights-dialog.tsx';

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
        <Group gap={12} wrap="nowrap">
          <InitialAvatar name={assistantName} photo={avatar} size={32} square />
          <Text fw={600} component="div" className={classes.texts}>
            <LongText>{assistantName}</LongText>
          </Text>
        </Group>
      ),
    },
    {
      key: 'owner',
      header: t('rights.owner'),
      width: 180,
      render: ({ ownerName }) => <LongText>{ownerName}</LongText>,
    },
    {
      key: 'audience',
      header: t('rights.audience'),
      width: 200,
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
  if (audience === 'everyone')
    return (
      <Badge color="gray" leftSection={<IconUsersGroup size={13} aria-hidden />}>
        {t('rights.everyone')}
      </Badge>
    );
  const count = accountIds.length;
  return (
    <Badge color={count === 0 ? 'yellow' : 'teal'} leftSection={<IconUsers size={13} aria-hidden />}>
      {count === 0 ? t('rights.nobody') : t('rights.chosen', { count, number: format.number(count) })}
    </Badge>
  );
}
