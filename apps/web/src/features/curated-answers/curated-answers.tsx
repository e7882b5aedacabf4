import {
  type Assistant,
  type CuratedAnswer,
  deleteCuratedAnswer,
  listCuratedAnswers,
  updateCuratedAnswer,
} from '@lectern/contract';
import { ActionIcon, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { IconMessageCheck, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { type Column, DataTable } from '../../ui/display/data-table.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { CuratedAnswerDialog } from './curated-answer-dialog.tsx';
import { TryQuestion } from './try-question.tsx';

const pageSize = 25;

type View = { search?: string | undefined; page?: number | undefined };

type Props = { assistant: Assistant; view: View; onView: (view: View) => void };

/** The answers that are kept for an assistant's questions. */
export function CuratedAnswers({ assistant, view, onView }: Props) {
  const { t } = useTranslation('improve');
  const [edited, setEdited] = useState<CuratedAnswer | null>();
  const { search, page = 1 } = view;
  const query = useApiQuery(
    listCuratedAnswers,
    {
      params: { assistantId: assistant.id },
      query: { page, pageSize, ...(search === undefined ? {} : { search }) },
    },
    { placeholderData: keepPreviousData },
  );
  const isEmpty = query.data?.total === 0 && search === undefined;
  const addButton = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited(null)}>
      {t('curated.add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('curated.title')}
        description={t('curated.description')}
        actions={isEmpty ? undefined : addButton}
      />
      <QueryBoundary query={query} skeleton={<SkeletonList rows={5} height={64} />}>
        {({ items, total }) =>
          isEmpty ? (
            <EmptyState
              icon={IconMessageCheck}
              title={t('curated.none')}
              text={t('curated.noneText')}
              action={addButton}
            />
          ) : (
            <Stack gap="md">
              {/* From the top: what a tried question comes to is written below its field. */}
              <Group gap="md" align="flex-start">
                <SearchInput
                  label={t('curated.search')}
                  value={search}
                  flex="1 1 14rem"
                  maw={360}
                  onChange={(text) => onView({ search: text })}
                />
                <TryQuestion assistantId={assistant.id} />
              </Group>
              {items.length === 0 ? (
                <Text c="dimmed">{t('curated.noneFound')}</Text>
              ) : (
                <AnswerTable
                  items={items}
                  onEdit={setEdited}
                  paging={{ page, pageSize, total, onPage: (next) => onView({ ...view, page: next }) }}
                />
              )}
            </Stack>
          )
        }
      </QueryBoundary>
      <CuratedAnswerDialog
        assistant={assistant}
        target={
          edited === undefined
            ? undefined
            : edited === null
              ? { kind: 'new' }
              : { kind: 'existing', answer: edited }
        }
        onClose={() => setEdited(undefined)}
      />
    </>
  );
}

type TableProps = {
  items: CuratedAnswer[];
  onEdit: (answer: CuratedAnswer) => void;
  paging: { page: number; pageSize: number; total: number; onPage: (page: number) => void };
};

function AnswerTable({ items, onEdit, paging }: TableProps) {
  const { t } = useTranslation('improve');
  const format = useFormat();
  const remove = useApiMutation(deleteCuratedAnswer, {
    invalidates: [listCuratedAnswers],
    successMessage: 'improve:curated.deleted',
    handlesError: true,
  });
  const change = useApiMutation(updateCuratedAnswer, { invalidates: [listCuratedAnswers] });
  const columns: Column<CuratedAnswer>[] = [
    {
      key: 'question',
      header: t('curated.question'),
      card: 'title',
      width: '34%',
      render: ({ question, alternatives }) => (
        <Stack gap={2}>
          <LongText lines={2} fw={550}>
            {question}
          </LongText>
          {alternatives.length > 0 && (
            <Text size="xs" c="dimmed">
              {t('curated.phrasings', { count: alternatives.length })}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'answer',
      header: t('curated.answer'),
      render: ({ answer, sources, missingSources }) => (
        <Stack gap={2}>
          <LongText lines={2}>{answer}</LongText>
          {sources.some(({ gone }) => !gone) && (
            <Text size="xs" c="dimmed">
              {t('curated.sourceCount', { count: sources.filter(({ gone }) => !gone).length })}
            </Text>
          )}
          {missingSources > 0 && (
            <Text size="xs" c="var(--warning)">
              {t('curated.missing', { count: missingSources })}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'changed',
      header: t('curated.changed'),
      width: 150,
      render: ({ changedByName, updatedAt }) => (
        <Text size="sm" c="dimmed">
          {[format.date(updatedAt), changedByName].filter(Boolean).join(' · ')}
        </Text>
      ),
    },
    {
      key: 'enabled',
      header: t('curated.enabled'),
      width: 90,
      render: ({ id, enabled, question }) => (
        <Switch
          aria-label={t('curated.enabledOf', { question })}
          checked={enabled}
          disabled={change.isPending}
          onChange={(event) =>
            change.mutate({ params: { curatedAnswerId: id }, body: { enabled: event.currentTarget.checked } })
          }
        />
      ),
    },
    {
      key: 'actions',
      header: t('actions'),
      width: 96,
      align: 'right',
      card: 'actions',
      render: (answer) => (
        <Group gap={2} wrap="nowrap" justify="flex-end">
          <ActionIcon
            aria-label={t('curated.editOf', { question: answer.question })}
            onClick={() => onEdit(answer)}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            aria-label={t('curated.deleteOf', { question: answer.question })}
            onClick={() =>
              openConfirmModal({
                title: t('curated.deleteTitle'),
                text: t('curated.deleteText', { question: answer.question }),
                confirmLabel: t('delete'),
                onConfirm: () => remove.mutateAsync({ params: { curatedAnswerId: answer.id } }),
              })
            }
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ),
    },
  ];
  return (
    <DataTable
      label={t('curated.title')}
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      rowLabel={({ question }) => question}
      paging={paging}
    />
  );
}
