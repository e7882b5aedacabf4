import type { Chunk } from '@lectern/contract';
import {
  Alert,
  Button,
  Drawer,
  Group,
  SegmentedControl,
  Stack,
  TagsInput,
  Text,
  Textarea,
} from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import classes from './chunk-editor.module.css';
import { useChunkActions } from './use-chunks.ts';

type ChunkEditorProps = {
  documentId: string;
  /** The chunk to edit, `new` to add one, undefined while closed. */
  target: Chunk | 'new' | undefined;
  onClose: () => void;
};

export function ChunkEditor({ documentId, target, onClose }: ChunkEditorProps) {
  const { t } = useTranslation('knowledge');
  const { create, edit } = useChunkActions();
  const [text, setText] = useState('');
  const [keywords, setKeywords] = useState<string[]>([]);
  const [questions, setQuestions] = useState<string[]>([]);
  const [mode, setMode] = useState<'write' | 'preview'>('write');
  const [error, setError] = useState<string>();
  const chunk = target === 'new' ? undefined : target;

  useEffect(() => {
    if (target === undefined) return;
    setText(target === 'new' ? '' : target.text);
    setKeywords(target === 'new' ? [] : target.keywords);
    setQuestions(target === 'new' ? [] : target.questions);
    setMode('write');
    setError(undefined);
  }, [target]);

  const sameList = (a: readonly string[], b: readonly string[] = []) => a.join('\n') === b.join('\n');
  const changed =
    text !== (chunk?.text ?? '') ||
    !sameList(keywords, chunk?.keywords) ||
    !sameList(questions, chunk?.questions);
  const close = () => {
    if (!changed) return onClose();
    openConfirmModal({
      title: t('chunks.discardTitle'),
      text: t('chunks.discardText'),
      confirmLabel: t('chunks.discard'),
      onConfirm: onClose,
    });
  };

  async function save(): Promise<void> {
    if (text.trim() === '') {
      setError(t('form.required'));
      return;
    }
    setError(undefined);
    const body = { text: text.trim(), keywords, questions };
    try {
      if (chunk) await edit.mutateAsync({ params: { documentId, chunkId: chunk.id }, body });
      else await create.mutateAsync({ params: { documentId }, body });
      onClose();
    } catch (failure) {
      setError(describeError(failure));
    }
  }

  return (
    <Drawer
      closeButtonProps={{ 'aria-label': t('form.close') }}
      opened={target !== undefined}
      onClose={close}
      position="right"
      size="min(640px, 100vw)"
      title={chunk ? t('chunks.editTitle', { number: chunk.ordinal + 1 }) : t('chunks.addTitle')}
    >
      <Stack>
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
        {mode === 'write' ? (
          <Textarea
            id="chunk-text"
            autosize
            minRows={12}
            maxRows={28}
            maxLength={100_000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            classNames={{ input: classes.text }}
            data-autofocus
          />
        ) : (
          <div className={classes.preview}>
            <Markdown text={text} />
          </div>
        )}
        <TagsInput
          label={t('chunks.keywords')}
          description={t('chunks.keywordsHint')}
          value={keywords}
          onChange={setKeywords}
          maxTags={64}
          splitChars={[',', ';', '，', '；']}
        />
        <TagsInput
          label={t('chunks.questions')}
          description={t('chunks.questionsHint')}
          value={questions}
          onChange={setQuestions}
          maxTags={32}
          splitChars={['\n']}
        />
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {t('form.cancel')}
          </Button>
          <Button loading={create.isPending || edit.isPending} onClick={() => void save()}>
            {chunk ? t('form.save') : t('chunks.add')}
          </Button>
        </Group>
      </Stack>
    </Drawer>
  );
}
