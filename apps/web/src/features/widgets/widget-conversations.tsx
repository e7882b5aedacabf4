import {
  deleteWidgetConversation,
  listWidgetConversations,
  type Widget,
  type WidgetConversation,
} from '@lectern/contract';
import { Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { type Column, DataTable } from '../../ui/display/data-table.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { useFormat } from '../../ui/format/use-format.ts';

const pageSize = 25;

type View = { search?: string | undefined; page?: number | undefined };

type Props = {
  widget: Widget;
  view: View;
  onView: (view: View) => void;
  onOpen: (conversationId: string) => void;
};

/** What visitors asked through a widget. */
export function WidgetConversations({ widget, view, onView, onOpen }: Props) {
  const { t } = useTranslation('widgets');
  const { search, page = 1 } = view;
  const query = useApiQuery(
    listWidgetConversations,
    {
      params: { widgetId: widget.id },
      query: { page, pageSize, ...(search === undefined ? {} : { search }) },
    },
    { placeholderData: keepPreviousData },
  );
  const columns = useColumns(onOpen);
  return (
    <QueryBoundary query={query} skeleton={<SkeletonList rows={5} height={56} />}>
      {({ items, total }) =>
        total === 0 && search === undefined ? (
          <EmptyState
            icon={IconMessages}
            title={t('conversations.none')}
            text={t('conversations.noneText')}
          />
        ) : (
          <Stack gap="md">
            <SearchInput
              label={t('conversations.search')}
              value={search}
              maw={360}
              onChange={(text) => onView({ search: text })}
            />
            {items.length === 0 ? (
              <Text c="dimmed">{t('conversations.noneFound')}</Text>
            ) : (
              <DataTable
                label={t('views.conversations')}
                columns={columns}
                rows={items}
                rowKey={({ id }) => id}
                rowLabel={({ name }) => name}
                paging={{ page, pageSize, total, onPage: (next) => onView({ ...view, page: next }) }}
              />
            )}
          </Stack>
        )
      }
    </QueryBoundary>
  );
}

/** Who asked, as far as it is known. */
export function useVisitorName() {
  const { t } = useTranslation('widgets');
  return ({ name, email }: WidgetConversation['visitor']) => name || email || t('conversations.unknown');
}

function useColumns(onOpen: (conversationId: string) => void): Column<WidgetConversation>[] {
  const { t } = useTranslation('widgets');
  const format = useFormat();
  const nameOf = useVisitorName();
  return [
    {
      key: 'name',
      header: t('conversations.firstQuestion'),
      card: 'title',
      width: '42%',
      render: ({ id, name }) => (
        <UnstyledButton onClick={() => onOpen(id)} fw={550} c="var(--accent-ink)">
          <LongText lines={2}>{name}</LongText>
        </UnstyledButton>
      ),
    },
    {
      key: 'visitor',
      header: t('conversations.visitor'),
      render: ({ visitor, site }) => (
        <>
          <Group gap={6}>
            <LongText>{nameOf(visitor)}</LongText>
            {visitor.verified && <StatusBadge tone="success">{t('conversations.verified')}</StatusBadge>}
          </Group>
          <LongText c="dimmed" fz="xs">
            {site === 'preview' ? t('conversations.preview') : site || t('link')}
          </LongText>
        </>
      ),
    },
    {
      key: 'questions',
      header: t('conversations.questions'),
      width: 130,
      render: ({ questionCount, unansweredCount, dislikedCount }) => (
        <>
          {format.number(questionCount)}
          {unansweredCount > 0 && (
            <Text size="xs" c="var(--warning)">
              {t('conversations.unanswered', { count: unansweredCount })}
            </Text>
          )}
          {dislikedCount > 0 && (
            <Text size="xs" c="var(--danger)">
              {t('conversations.disliked', { count: dislikedCount })}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'updated',
      header: t('conversations.lastQuestion'),
      width: 160,
      render: ({ updatedAt }) => format.dateTime(updatedAt),
    },
  ];
}

/** Asks whether to delete what a visitor asked. */
export function useDeleteConversation(widgetId: string, onDeleted: () => void) {
  const { t } = useTranslation('widgets');
  const remove = useApiMutation(deleteWidgetConversation, {
    invalidates: [listWidgetConversations],
    successMessage: 'widgets:conversations.deleted',
    handlesError: true,
    onSuccess: onDeleted,
  });
  return (conversationId: string) =>
    openConfirmModal({
      title: t('conversations.deleteTitle'),
      text: t('conversations.deleteText'),
      confirmLabel: t('delete'),
      onConfirm: () => remove.mutateAsync({ params: { widgetId, conversationId } }),
    });
}
