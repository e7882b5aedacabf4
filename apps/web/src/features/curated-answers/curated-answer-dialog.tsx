import {
  type Assistant,
  type CuratedAnswer,
  type CuratedSource,
  createCuratedAnswer,
  curatedAnswerLimits,
  listCuratedAnswers,
  updateCuratedAnswer,
} from '@lectern/contract';
import { Modal, Switch, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { SourcePicker } from './source-picker.tsx';

/** What a new answer starts with, such as a question that was asked. */
export type CuratedAnswerDraft = { question?: string; answer?: string; sources?: CuratedSource[] };

export type CuratedAnswerTarget =
  | { kind: 'new'; draft?: CuratedAnswerDraft }
  | { kind: 'existing'; answer: CuratedAnswer };

type Props = {
  assistant: Pick<Assistant, 'id' | 'knowledgeBaseIds'>;
  /** Undefined: closed. */
  target: CuratedAnswerTarget | undefined;
  onClose: () => void;
  onSaved?: (answer: CuratedAnswer) => void;
};

export function CuratedAnswerDialog({ target, onClose, ...rest }: Props) {
  const { t } = useTranslation('improve');
  return (
    <Modal
      opened={target !== undefined}
      onClose={onClose}
      size="44rem"
      title={target?.kind === 'existing' ? t('curated.edit') : t('curated.add')}
    >
      {target && <AnswerForm target={target} onClose={onClose} {...rest} />}
    </Modal>
  );
}

function AnswerForm({ assistant, target, onClose, onSaved }: Props & { target: CuratedAnswerTarget }) {
  const { t } = useTranslation('improve');
  const existing = target.kind === 'existing' ? target.answer : undefined;
  const draft = target.kind === 'new' ? target.draft : undefined;
  const form = useApiForm(existing ? updateCuratedAnswer : createCuratedAnswer, {
    initialValues: {
      question: existing?.question ?? draft?.question ?? '',
      alternatives: existing?.alternatives.join('\n') ?? '',
      answer: existing?.answer ?? draft?.answer ?? '',
      chunkIds: existing?.sources ?? draft?.sources ?? [],
      enabled: existing?.enabled ?? true,
    },
    params: existing ? { curatedAnswerId: existing.id } : ({ assistantId: assistant.id } as never),
    toBody: ({ question, alternatives, answer, chunkIds, enabled }) => ({
      question,
      alternatives: linesOf(alternatives),
      answer,
      chunkIds: chunkIds.map(({ chunkId }) => chunkId),
      enabled,
    }),
    fieldOf: (path) => path.split('.')[0] ?? path,
    errorFields: { 'chunk.not_found': 'chunkIds' },
    invalidates: [listCuratedAnswers],
    successMessage: 'improve:curated.saved',
    onSuccess: (answer) => {
      onSaved?.(answer);
      onClose();
    },
  });
  return (
    <ApiForm form={form} onCancel={onClose}>
      <Textarea
        label={t('curated.question')}
        description={t('curated.questionText')}
        autosize
        minRows={1}
        maxRows={4}
        withAsterisk
        data-autofocus
        {...form.field('question')}
      />
      <Textarea
        label={t('curated.alternatives')}
        description={t('curated.alternativesText', { max: curatedAnswerLimits.maxAlternatives })}
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('alternatives')}
      />
      <Textarea
        label={t('curated.answer')}
        description={t('curated.answerText')}
        autosize
        minRows={5}
        maxRows={16}
        withAsterisk
        {...form.field('answer')}
      />
      <SourcePicker
        knowledgeBaseIds={assistant.knowledgeBaseIds}
        question={form.values.question}
        sources={form.values.chunkIds}
        error={form.errors.chunkIds}
        onChange={(sources) => form.setFieldValue('chunkIds', sources)}
      />
      <Switch
        label={t('curated.enabled')}
        description={t('curated.enabledText')}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </ApiForm>
  );
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
