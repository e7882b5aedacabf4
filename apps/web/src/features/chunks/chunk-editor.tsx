import { type Chunk, createChunk, listChunks, splitChunk, updateChunk } from '@lectern/contract';
import {
  Button,
  CloseButton,
  Group,
  SegmentedControl,
  TagsInput,
  Text,
  Textarea,
  Title,
} from '@mantine/core';
import { IconArrowsSplit } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation } from '../../api/queries.ts';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import classes from './chunk-editor.module.css';
import { chunkQueries } from './use-chunks.ts';

type ChunkEditorProps = {
  documentId: string;
  /** The chunk to edit, or `new` to add one. */
  target: Chunk | 'new';
  onClose: () => void;
};

/** In the place of the list, so that the original stays in sight. */
export function ChunkEditor({ documentId, target, onClose }: ChunkEditorProps) {
  const { t } = useTranslation(['knowledge', 'shell']);
  const heading = useId();
  const dirty = useRef(false);
  const chunk = target === 'new' ? undefined : target;
  const close = () => {
    if (!dirty.current) return onClose();
    openConfirmModal({
      title: t('chunks.discardTitle'),
      text: t('chunks.discardText'),
      confirmLabel: t('chunks.discard'),
      onConfirm: onClose,
    });
  };
  return (
    <section
      className={classes.panel}
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Title order={2} size="h3" id={heading}>
          {chunk ? t('chunks.editTitle', { number: chunk.ordinal + 1 }) : t('chunks.addTitle')}
        </Title>
        <CloseButton aria-label={t('shell:actions.close')} onClick={close} />
      </Group>
      <ChunkForm
        key={chunk?.id ?? 'new'}
        documentId={documentId}
        chunk={chunk}
        onDirty={(changed) => {
          dirty.current = changed;
        }}
        onCancel={close}
        onSaved={onClose}
      />
    </section>
  );
}

type ChunkFormProps = {
  documentId: string;
  chunk: Chunk | undefined;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
};

function ChunkForm({ documentId, chunk, onDirty, onCancel, onSaved }: ChunkFormProps) {
  const { t } = useTranslation(['knowledge', 'shell']);
  const [mode, setMode] = useState<'write' | 'preview'>('write');
  const { text = '', keywords = [], questions = [] } = chunk ?? {};
  const form = useApiForm(chunk ? updateChunk : createChunk, {
    initialValues: { text, keywords, questions },
    params: chunk ? { documentId, chunkId: chunk.id } : ({ documentId } as never),
    invalidates: chunk ? [listChunks] : chunkQueries,
    successMessage: chunk ? 'knowledge:chunks.saved' : 'knowledge:chunks.created',
    onSuccess: onSaved,
  });
  onDirty(form.isDirty());
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens.
  useEffect(() => form.getInputNode('text')?.focus(), []);
  return (
    <ApiForm form={form} submitLabel={t(chunk ? 'shell:actions.save' : 'chunks.add')} onCancel={onCancel}>
      <Group justify="space-between">
        <Text component="label" htmlFor="chunk-text" size="sm" fw={500}>
          {t('chunks.text')}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={t('chunks.mode')}
          value={mode}
          onChange={(value) => setMode(value as typeof mode)}
          data={[
            { value: 'write', label: t('chunks.write') },
            { value: 'preview', label: t('chunks.formatted') },
          ]}
        />
      </Group>
      {chunk?.kind === 'text' && mode === 'write' && (
        <SplitButton
          chunk={chunk}
          isDirty={form.isDirty()}
          readCursor={() => (form.getInputNode('text') as HTMLTextAreaElement | null)?.selectionStart ?? 0}
          onSplit={onSaved}
        />
      )}
      {mode === 'write' ? (
        <Textarea
          id="chunk-text"
          autosize
          minRows={8}
          maxRows={18}
          classNames={{ input: classes.text }}
          {...form.field('text')}
        />
      ) : (
        <div className={classes.preview}>
          <Markdown text={form.values.text} />
        </div>
      )}
      <TagsInput
        label={t('chunks.keywords')}
        description={t('chunks.keywordsHint')}
        splitChars={[',', ';', '，', '；']}
        {...form.field('keywords')}
      />
      <TagsInput
        label={t('chunks.questions')}
        description={t('chunks.questionsHint')}
        splitChars={['\n']}
        {...form.field('questions')}
      />
    </ApiForm>
  );
}

type SplitButtonProps = {
  chunk: Chunk;
  isDirty: boolean;
  readCursor: () => number;
  onSplit: () => void;
};

/** The place is one of the stored text: changes to it must be saved first. */
function SplitButton({ chunk, isDirty, readCursor, onSplit }: SplitButtonProps) {
  const { t } = useTranslation('knowledge');
  const split = useApiMutation(splitChunk, {
    invalidates: chunkQueries,
    successMessage: 'knowledge:chunks.splitDone',
    onSuccess: onSplit,
  });
  const { id: chunkId, documentId } = chunk;
  return (
    <Group gap="xs">
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconArrowsSplit size={14} aria-hidden />}
        disabled={isDirty}
        loading={split.isPending}
        onClick={() =>
          split.mutate({ params: { documentId, chunkId }, body: { at: Math.max(1, readCursor()) } })
        }
      >
        {t('chunks.split')}
      </Button>
      <Text size="xs" c="dimmed">
        {t(isDirty ? 'chunks.splitDirty' : 'chunks.splitHint')}
      </Text>
    </Group>
  );
}
