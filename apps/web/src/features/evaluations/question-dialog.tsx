import { type EvaluationQuestion, evaluationLimits, listDocuments } from '@lectern/contract';
import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Modal,
  NumberInput,
  Select,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useApiQuery } from '../../api/queries.ts';
import classes from './evaluations.module.css';
import { useEvaluationActions } from './use-evaluations.ts';

type Draft = { key: number; documentId: string | null; name: string; page: number | null; text: string };

type QuestionDialogProps = {
  knowledgeBaseId: string;
  evaluationSetId: string;
  /** Undefined while closed, null for a new one. */
  question: EvaluationQuestion | null | undefined;
  onClose: () => void;
};

export function QuestionDialog({ question, onClose, ...place }: QuestionDialogProps) {
  const { t } = useTranslation('evaluation');
  return (
    <Modal
      opened={question !== undefined}
      onClose={onClose}
      size={640}
      title={question ? t('questions.edit') : t('questions.add')}
    >
      {question !== undefined && <QuestionForm question={question} onClose={onClose} {...place} />}
    </Modal>
  );
}

let serial = 0;
const emptyDraft = (): Draft => ({ key: ++serial, documentId: null, name: '', page: null, text: '' });

function QuestionForm({ knowledgeBaseId, evaluationSetId, question, onClose }: QuestionDialogProps) {
  const { t } = useTranslation(['evaluation', 'shell']);
  const { addQuestion, changeQuestion } = useEvaluationActions();
  const [text, setText] = useState(question?.question ?? '');
  const [drafts, setDrafts] = useState<Draft[]>(
    question?.expected.map(({ documentId, documentName, page, text: passage }) => ({
      key: ++serial,
      documentId,
      name: documentName,
      page,
      text: passage ?? '',
    })) ?? [emptyDraft()],
  );
  const save = question ? changeQuestion : addQuestion;
  const expected = drafts.flatMap(({ documentId, page, text: passage }) =>
    documentId === null ? [] : [{ documentId, page, text: passage.trim() === '' ? null : passage.trim() }],
  );
  const complete = text.trim() !== '' && expected.length > 0;
  const change = (key: number, part: Partial<Draft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...part } : draft)));

  function submit(): void {
    if (!complete) return;
    const body = { question: text.trim(), expected };
    const done = { onSuccess: onClose };
    if (question) changeQuestion.mutate({ params: { evaluationQuestionId: question.id }, body }, done);
    else addQuestion.mutate({ params: { evaluationSetId }, body }, done);
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <Textarea
          label={t('questions.question')}
          description={t('questions.questionHint')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={4_000}
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Stack gap="sm" component="fieldset" className={classes.expected}>
          <legend>{t('questions.expected')}</legend>
          {drafts.map((draft) => (
            <div key={draft.key} className={classes.draft}>
              <DocumentSelect
                knowledgeBaseId={knowledgeBaseId}
                draft={draft}
                onChange={(documentId, name) => change(draft.key, { documentId, name })}
              />
              <NumberInput
                label={t('questions.page')}
                placeholder={t('questions.any')}
                min={1}
                allowDecimal={false}
                value={draft.page ?? ''}
                onChange={(page) => change(draft.key, { page: page === '' ? null : Number(page) })}
              />
              <TextInput
                label={t('questions.text')}
                placeholder={t('questions.textPlaceholder')}
                maxLength={evaluationLimits.maxPassageLength}
                value={draft.text}
                onChange={(event) => change(draft.key, { text: event.currentTarget.value })}
              />
              {drafts.length > 1 && (
                <ActionIcon
                  className={classes.remove}
                  aria-label={t('questions.removeOf', { name: draft.name })}
                  onClick={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </div>
          ))}
          {drafts.length < evaluationLimits.maxExpected && (
            <Button
              variant="subtle"
              size="compact-sm"
              className={classes.more}
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => setDrafts([...drafts, emptyDraft()])}
            >
              {t('questions.more')}
            </Button>
          )}
        </Stack>
        {save.isError && (
          <Alert color="red" role="alert">
            {describeError(save.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('shell:actions.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!complete}>
            {t('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function DocumentSelect({
  knowledgeBaseId,
  draft,
  onChange,
}: {
  knowledgeBaseId: string;
  draft: Draft;
  onChange: (documentId: string | null, name: string) => void;
}) {
  const { t } = useTranslation('evaluation');
  const [search, setSearch] = useState(draft.name);
  const [asked] = useDebouncedValue(search, 250);
  const { data } = useApiQuery(listDocuments, {
    params: { knowledgeBaseId },
    query: {
      sort: 'name',
      direction: 'asc',
      pageSize: 50,
      ...(asked.trim() === '' || asked === draft.name ? {} : { search: asked.trim() }),
    },
  });
  const found = data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const chosen = draft.documentId === null ? [] : [{ value: draft.documentId, label: draft.name }];
  return (
    <Select
      label={t('questions.document')}
      placeholder={t('questions.documentPlaceholder')}
      searchable
      nothingFoundMessage={t('questions.noDocument')}
      // What was found by the server needs no second look here.
      filter={({ options }) => options}
      data={[...chosen.filter(({ value }) => !found.some((one) => one.value === value)), ...found]}
      value={draft.documentId}
      searchValue={search}
      onSearchChange={setSearch}
      onChange={(id, option) => onChange(id, option?.label ?? '')}
    />
  );
}
