import {
  type EvaluationQuestion,
  type EvaluationSet,
  exportEvaluationQuestions,
  type importEvaluationQuestions,
  type KnowledgeBase,
  type ResponseOf,
} from '@lectern/contract';
import { ActionIcon, Alert, Button, FileButton, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconPencil, IconPlus, IconSearch, IconTrash, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchFile } from '../../api/client.ts';
import { type Column, DataTable } from '../../ui/display/data-table.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { saveFile } from '../../ui/display/save-file.ts';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { notifyFailure } from '../../ui/feedback/notify.ts';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { useExpectationText } from './expectation-text.ts';
import { QuestionDialog } from './question-dialog.tsx';
import { questionsPageSize, useEvaluationActions, useQuestions } from './use-evaluations.ts';

type Imported = ResponseOf<typeof importEvaluationQuestions>;

/** The questions of a set, and what each should find. */
export function QuestionList({ knowledgeBase, set }: { knowledgeBase: KnowledgeBase; set: EvaluationSet }) {
  const { t } = useTranslation('evaluation');
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search.trim(), 250);
  const [page, setPage] = useState(1);
  const [edited, setEdited] = useState<EvaluationQuestion | null>();
  const [imported, setImported] = useState<Imported>();
  const { importQuestions, deleteQuestion } = useEvaluationActions();
  const query = useQuestions(set.id, { ...(asked === '' ? {} : { search: asked }), page });
  const describe = useExpectationText();
  const mayChange = knowledgeBase.abilities.update;

  const takeFile = async (file: File | null) => {
    if (!file) return;
    const csv = await file.text();
    importQuestions.mutate(
      { params: { evaluationSetId: set.id }, body: { csv } },
      { onSuccess: setImported },
    );
  };
  const exportAll = () =>
    fetchFile(exportEvaluationQuestions, { params: { evaluationSetId: set.id } }).then(
      ({ bytes, name }) => saveFile(bytes, name || `${set.name}.csv`),
      (error: unknown) => notifyFailure(error),
    );

  const columns: Column<EvaluationQuestion>[] = [
    {
      key: 'question',
      header: t('questions.question'),
      card: 'title',
      render: ({ question }) => <LongText lines={2}>{question}</LongText>,
    },
    {
      key: 'expected',
      header: t('questions.expected'),
      width: '45%',
      render: ({ expected, facts, refusal }) => (
        <Stack gap={2}>
          {expected.map((one) => (
            <Text
              key={`${one.documentId} ${one.page} ${one.text}`}
              size="sm"
              c={one.gone ? 'dimmed' : undefined}
              td={one.gone ? 'line-through' : undefined}
              title={one.gone ? t('questions.gone') : undefined}
            >
              {describe(one)}
            </Text>
          ))}
          {facts.map((fact) => (
            <Text key={fact} size="sm" className="break-anywhere">
              {t('questions.fact', { fact })}
            </Text>
          ))}
          {refusal && <Text size="sm">{t('questions.refusal')}</Text>}
        </Stack>
      ),
    },
    ...(mayChange
      ? [
          {
            key: 'actions',
            header: t('questions.actions'),
            width: 96,
            align: 'right' as const,
            card: 'actions' as const,
            render: (question: EvaluationQuestion) => (
              <Group gap={2} wrap="nowrap" justify="flex-end">
                <ActionIcon
                  aria-label={t('questions.editOf', { question: question.question })}
                  onClick={() => setEdited(question)}
                >
                  <IconPencil size={16} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  aria-label={t('questions.deleteOf', { question: question.question })}
                  onClick={() =>
                    openConfirmModal({
                      title: t('questions.deleteTitle'),
                      text: question.question,
                      confirmLabel: t('delete'),
                      onConfirm: () =>
                        deleteQuestion.mutateAsync({ params: { evaluationQuestionId: question.id } }),
                    })
                  }
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              </Group>
            ),
          },
        ]
      : []),
  ];

  return (
    <SectionCard
      title={t('questions.title')}
      description={t('questions.description')}
      action={
        <Group gap="xs">
          {mayChange && (
            <>
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited(null)}>
                {t('questions.add')}
              </Button>
              <FileButton accept=".csv,text/csv" onChange={(file) => void takeFile(file)}>
                {(props) => (
                  <Button
                    {...props}
                    variant="default"
                    loading={importQuestions.isPending}
                    leftSection={<IconUpload size={16} aria-hidden />}
                  >
                    {t('questions.import')}
                  </Button>
                )}
              </FileButton>
            </>
          )}
          {set.questionCount > 0 && (
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => void exportAll()}
            >
              {t('questions.export')}
            </Button>
          )}
        </Group>
      }
    >
      <Stack gap="md">
        {imported && <ImportNotice imported={imported} onClose={() => setImported(undefined)} />}
        {set.questionCount > 10 && (
          <TextInput
            aria-label={t('questions.search')}
            placeholder={t('questions.search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            maw={360}
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              setPage(1);
            }}
          />
        )}
        <QueryBoundary query={query} skeleton={<SkeletonList rows={4} />}>
          {({ items, total }) =>
            items.length === 0 ? (
              <Text c="dimmed">{asked === '' ? t('questions.none') : t('questions.noneFound')}</Text>
            ) : (
              <DataTable
                label={t('questions.title')}
                columns={columns}
                rows={items}
                rowKey={({ id }) => id}
                rowLabel={({ question }) => question}
                paging={{ page, pageSize: questionsPageSize, total, onPage: setPage }}
              />
            )
          }
        </QueryBoundary>
      </Stack>
      <QuestionDialog
        knowledgeBaseId={knowledgeBase.id}
        evaluationSetId={set.id}
        question={edited}
        onClose={() => setEdited(undefined)}
      />
    </SectionCard>
  );
}

function ImportNotice({ imported, onClose }: { imported: Imported; onClose: () => void }) {
  const { t } = useTranslation('evaluation');
  const { added, extended, problems, problemCount } = imported;
  return (
    <Alert
      color={problemCount > 0 ? 'yellow' : 'teal'}
      role="status"
      withCloseButton
      closeButtonLabel={t('close')}
      onClose={onClose}
      title={t('imported.title', { added, extended })}
    >
      {problemCount > 0 && (
        <>
          <Text size="sm">{t('imported.leftOut', { count: problemCount })}</Text>
          <List size="sm" mt={4}>
            {problems.slice(0, 10).map(({ line, problem, value }) => (
              <List.Item key={`${line} ${problem}`}>
                {t('imported.line', { line, problem: t(`problems.${problem}`), value })}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Alert>
  );
}
