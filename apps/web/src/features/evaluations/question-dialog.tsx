import {
  addEvaluationQuestion,
  type EvaluationQuestion,
  evaluationLimits,
  listDocuments,
  updateEvaluationQuestion,
} from '@lectern/contract';
import {
  ActionIcon,
  Button,
  Modal,
  NumberInput,
  Select,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { limitsOf } from '../../ui/form/body-schema.ts';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import classes from './evaluations.module.css';
import { savedQuestion } from './use-evaluations.ts';

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

function toDrafts(question: EvaluationQuestion | null | undefined): Draft[] {
  const drafts = question?.expected.map(({ documentId, documentName, page, text }) => ({
    key: ++serial,
    documentId,
    name: documentName,
    page,
    text: text ?? '',
  }));
  return drafts && drafts.length > 0 ? drafts : [emptyDraft()];
}

function QuestionForm({ knowledgeBaseId, evaluationSetId, question, onClose }: QuestionDialogProps) {
  const { t } = useTranslation('evaluation');
  const form = useApiForm(question ? updateEvaluationQuestion : addEvaluationQuestion, {
    initialValues: {
      question: question?.question ?? '',
      drafts: toDrafts(question),
      facts: question?.facts.join('\n') ?? '',
      refusal: question?.refusal ?? false,
    },
    params: question ? { evaluationQuestionId: question.id } : ({ evaluationSetId } as never),
    toBody: ({ question: text, drafts, facts, refusal }) => ({
      question: text,
      facts: linesOf(facts),
      refusal,
      expected: drafts.flatMap(({ documentId, page, text: passage }) =>
        documentId === null ? [] : [{ documentId, page, text: passage.trim() || null }],
      ),
    }),
    fieldOf: (path) => path.split('.')[0] ?? path,
    ...savedQuestion,
    onSuccess: onClose,
  });
  const { drafts } = form.values;
  const setDrafts = (next: Draft[]) => form.setFieldValue('drafts', next);
  const expectsSomething =
    drafts.some(({ documentId }) => documentId !== null) ||
    linesOf(form.values.facts).length > 0 ||
    form.values.refusal;
  const complete = form.values.question.trim() !== '' && expectsSomething;
  return (
    <ApiForm form={form} submitLabel={t('save')} onCancel={onClose} disabled={!complete}>
      <Textarea
        label={t('questions.question')}
        description={t('questions.questionHint')}
        autosize
        minRows={2}
        maxRows={6}
        data-autofocus
        {...form.field('question')}
      />
      <Stack gap="sm" component="fieldset" className={classes.expected}>
        <legend>{t('questions.expected')}</legend>
        {drafts.map((draft) => (
          <DraftRow
            key={draft.key}
            knowledgeBaseId={knowledgeBaseId}
            draft={draft}
            onChange={(part) =>
              setDrafts(drafts.map((one) => (one.key === draft.key ? { ...one, ...part } : one)))
            }
            onRemove={
              drafts.length > 1 ? () => setDrafts(drafts.filter(({ key }) => key !== draft.key)) : undefined
            }
          />
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
      <Textarea
        label={t('questions.facts')}
        description={t('questions.factsHint')}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps('facts')}
      />
      <Switch
        label={t('questions.refusal')}
        description={t('questions.refusalHint')}
        {...form.getInputProps('refusal', { type: 'checkbox' })}
      />
    </ApiForm>
  );
}

function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

type DraftRowProps = {
  knowledgeBaseId: string;
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  onRemove: (() => void) | undefined;
};

/** A document that the question should find, with the page or passage in it. */
function DraftRow({ knowledgeBaseId, draft, onChange, onRemove }: DraftRowProps) {
  const { t } = useTranslation('evaluation');
  return (
    <div className={classes.draft}>
      <DocumentSelect
        knowledgeBaseId={knowledgeBaseId}
        draft={draft}
        onChange={(documentId, name) => onChange({ documentId, name })}
      />
      <NumberInput
        label={t('questions.page')}
        placeholder={t('questions.any')}
        {...limitsOf(addEvaluationQuestion, 'expected.0.page')}
        allowDecimal={false}
        value={draft.page ?? ''}
        onChange={(page) => onChange({ page: page === '' ? null : Number(page) })}
      />
      <TextInput
        label={t('questions.text')}
        placeholder={t('questions.textPlaceholder')}
        {...limitsOf(addEvaluationQuestion, 'expected.0.text')}
        value={draft.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      {onRemove && (
        <ActionIcon
          className={classes.remove}
          aria-label={t('questions.removeOf', { name: draft.name })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
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
