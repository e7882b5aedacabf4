import {
  addEvaluationQuestion,
  createEvaluationSet,
  type InsightAnswer,
  listAssistantQuestionSets,
  listEvaluationQuestions,
  listEvaluationSets,
  listKnowledgeBases,
} from '@lectern/contract';
import { Checkbox, Modal, Select, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { DialogActions } from '../../ui/form/dialog-actions.tsx';
import { FormError } from '../../ui/form/form-error.tsx';

type Props = {
  assistant: { id: string; name: string; knowledgeBaseIds: string[] };
  /** Undefined: closed. */
  answer: InsightAnswer | undefined;
  onClose: () => void;
};

/** Makes a question that was asked one of an evaluation, with what its answer should say. */
export function TestQuestionDialog({ assistant, answer, onClose }: Props) {
  const { t } = useTranslation('improve');
  const enabled = answer !== undefined;
  const sets = useApiQuery(listAssistantQuestionSets, { params: { assistantId: assistant.id } }, { enabled });
  const bases = useApiQuery(listKnowledgeBases, { query: { pageSize: 200 } }, { enabled });
  return (
    <Modal opened={enabled} onClose={onClose} size="40rem" title={t('improvements.test')}>
      <QueryBoundary query={sets} skeleton={<SkeletonList rows={3} />}>
        {({ items }) => {
          const places = [
            ...items
              .filter(({ mayChange }) => mayChange)
              .map(({ id, name, knowledgeBaseName }) => ({
                value: id,
                label: `${name} · ${knowledgeBaseName}`,
              })),
            ...(bases.data?.items ?? [])
              .filter(({ id, abilities }) => abilities.update && assistant.knowledgeBaseIds.includes(id))
              .map(({ id, name }) => ({ value: `new ${id}`, label: t('test.newSet', { base: name }) })),
          ];
          if (!answer || (places.length === 0 && bases.isPending)) return <SkeletonList rows={3} />;
          if (places.length === 0) return <Text c="dimmed">{t('entry.noBase')}</Text>;
          return (
            <TestForm
              key={answer.messageId}
              setName={assistant.name}
              answer={answer}
              places={places}
              onClose={onClose}
            />
          );
        }}
      </QueryBoundary>
    </Modal>
  );
}

type FormProps = {
  setName: string;
  answer: InsightAnswer;
  places: { value: string; label: string }[];
  onClose: () => void;
};

function TestForm({ setName, answer, places, onClose }: FormProps) {
  const { t } = useTranslation('improve');
  const documents = [...new Map(answer.citations.map((one) => [one.documentId, one.documentName])).entries()];
  const [place, setPlace] = useState(places[0]?.value ?? '');
  const [question, setQuestion] = useState(answer.question);
  const [facts, setFacts] = useState('');
  const [refusal, setRefusal] = useState(false);
  const [chosen, setChosen] = useState<string[]>([]);
  const create = useApiMutation(createEvaluationSet, {
    invalidates: [listEvaluationSets, listAssistantQuestionSets],
    handlesError: true,
  });
  const add = useApiMutation(addEvaluationQuestion, {
    invalidates: [listEvaluationQuestions, listEvaluationSets, listAssistantQuestionSets],
    successMessage: 'improve:test.saved',
    handlesError: true,
    onSuccess: onClose,
  });
  const lines = facts.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const complete = question.trim() !== '' && (lines.length > 0 || refusal || chosen.length > 0);

  async function save(): Promise<void> {
    const [, knowledgeBaseId] = place.split(' ');
    const evaluationSetId =
      knowledgeBaseId === undefined
        ? place
        : (await create.mutateAsync({ params: { knowledgeBaseId }, body: { name: setName } })).id;
    add.mutate({
      params: { evaluationSetId },
      body: {
        question: question.trim(),
        facts: refusal ? [] : lines,
        refusal,
        expected: chosen.map((documentId) => ({ documentId })),
      },
    });
  }

  return (
    <Stack gap="md">
      <Select
        label={t('evaluation.set')}
        allowDeselect={false}
        data={places}
        value={place}
        onChange={(value) => value && setPlace(value)}
      />
      <Textarea
        label={t('curated.question')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={4_000}
        withAsterisk
        value={question}
        onChange={(event) => setQuestion(event.currentTarget.value)}
      />
      <Switch
        label={t('test.refusal')}
        description={t('test.refusalText')}
        checked={refusal}
        onChange={(event) => setRefusal(event.currentTarget.checked)}
      />
      {!refusal && (
        <Textarea
          label={t('test.facts')}
          description={t('test.factsText')}
          autosize
          minRows={3}
          maxRows={8}
          data-autofocus
          value={facts}
          onChange={(event) => setFacts(event.currentTarget.value)}
        />
      )}
      {!refusal && documents.length > 0 && (
        <Checkbox.Group label={t('test.sources')} value={chosen} onChange={setChosen}>
          <Stack gap={6} mt={6}>
            {documents.map(([id, name]) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <FormError error={create.error ?? add.error} />
      <DialogActions
        label={t('entry.add')}
        onCancel={onClose}
        busy={create.isPending || add.isPending}
        disabled={!complete}
        onConfirm={() => save().catch(() => undefined)}
      />
    </Stack>
  );
}
