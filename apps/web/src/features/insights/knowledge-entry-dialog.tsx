import { createTextDocument, listDocuments, listKnowledgeBases } from '@lectern/contract';
import { Modal, Select, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';

type Props = {
  /** Of the assistant: what is added to one of them is found. */
  knowledgeBaseIds: string[];
  /** Undefined: closed. */
  entry: { question: string; answer: string } | undefined;
  onClose: () => void;
};

/** Makes a question with its answer a document of a knowledge base. */
export function KnowledgeEntryDialog({ knowledgeBaseIds, entry, onClose }: Props) {
  const { t } = useTranslation('improve');
  const query = useApiQuery(
    listKnowledgeBases,
    { query: { pageSize: 200 } },
    { enabled: entry !== undefined },
  );
  return (
    <Modal opened={entry !== undefined} onClose={onClose} size="40rem" title={t('entry.title')}>
      <QueryBoundary query={query} skeleton={<SkeletonList rows={3} />}>
        {({ items }) => {
          const bases = items
            .filter(({ id, abilities }) => abilities.update && knowledgeBaseIds.includes(id))
            .map(({ id, name }) => ({ value: id, label: name }));
          if (!entry) return null;
          if (bases.length === 0) return <Text c="dimmed">{t('entry.noBase')}</Text>;
          return <EntryForm entry={entry} bases={bases} onClose={onClose} />;
        }}
      </QueryBoundary>
    </Modal>
  );
}

type FormProps = {
  entry: NonNullable<Props['entry']>;
  bases: { value: string; label: string }[];
  onClose: () => void;
};

const longestName = 120;

/** A file name that says the question. */
function nameOf(question: string): string {
  const line = question
    .replace(/[\p{Cc}\\/:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${line.slice(0, longestName).trim() || 'question'}.md`;
}

function EntryForm({ entry, bases, onClose }: FormProps) {
  const { t } = useTranslation('improve');
  const [knowledgeBaseId, setKnowledgeBaseId] = useState(bases[0]?.value ?? '');
  const form = useApiForm(createTextDocument, {
    initialValues: { title: entry.question, text: entry.answer },
    params: { knowledgeBaseId },
    toBody: ({ title, text }) => {
      const question = title.replace(/\s+/g, ' ').trim();
      return {
        name: nameOf(question),
        title: question,
        text: text.trim() === '' ? '' : `# ${question}\n\n${text.trim()}\n`,
      };
    },
    validate: ({ title }) => (title.trim() === '' ? { title: t('entry.questionRequired') } : {}),
    messages: { text: t('entry.answerRequired') },
    invalidates: [listDocuments, listKnowledgeBases],
    successMessage: 'improve:entry.saved',
    onSuccess: onClose,
  });
  return (
    <ApiForm form={form} onCancel={onClose} submitLabel={t('entry.add')}>
      <Select
        label={t('entry.base')}
        description={t('entry.baseText')}
        allowDeselect={false}
        data={bases}
        value={knowledgeBaseId}
        onChange={(id) => id && setKnowledgeBaseId(id)}
      />
      <Textarea
        label={t('curated.question')}
        autosize
        minRows={1}
        maxRows={4}
        withAsterisk
        maxLength={1_000}
        {...form.getInputProps('title')}
      />
      <Textarea
        label={t('curated.answer')}
        description={t('entry.answerText')}
        autosize
        minRows={6}
        maxRows={16}
        withAsterisk
        data-autofocus
        {...form.getInputProps('text')}
      />
    </ApiForm>
  );
}
