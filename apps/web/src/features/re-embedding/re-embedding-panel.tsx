import { type KnowledgeBase, listModels, type ReEmbedding } from '@lectern/contract';
import { Alert, Button, Group, Paper, Text } from '@mantine/core';
import { IconPlayerStop, IconSparkles, IconVector } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useApiQuery } from '../../api/queries.ts';
import { useModelName } from '../../ui/display/use-model-name.ts';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { RunProgress } from '../../ui/feedback/run-progress.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { FormattedDate } from '../../ui/format/formatted.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { ReEmbeddingDialog } from './re-embedding-dialog.tsx';
import { isRunning, useReEmbedding, useReEmbeddingActions } from './use-re-embedding.ts';

type PanelProps = { knowledgeBase: KnowledgeBase };

/** Changes the embedding model once chunks exist, and shows the progress. */
export function ReEmbeddingPanel({ knowledgeBase }: PanelProps) {
  const { t } = useTranslation('knowledge');
  const [isOpen, setOpen] = useState(false);
  const { data: task, error } = useReEmbedding(knowledgeBase.id);
  if (error) return <FormError mt="xs">{describeError(error)}</FormError>;
  if (!task) return null;
  if (isRunning(task)) return <Running knowledgeBase={knowledgeBase} task={task} />;
  if (task.state === 'failed') return <Failed knowledgeBase={knowledgeBase} task={task} />;
  const mayChange = knowledgeBase.abilities.update;
  return (
    <Group mt="xs" gap="sm">
      {mayChange && <BetterModel knowledgeBase={knowledgeBase} />}
      {mayChange && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconVector size={16} aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {t('reEmbedding.open')}
        </Button>
      )}
      {task.state === 'done' && task.finishedAt && (
        <Text size="sm" c="dimmed">
          {t('reEmbedding.done')} <FormattedDate at={task.finishedAt} style="dateTime" />
        </Text>
      )}
      <ReEmbeddingDialog knowledgeBase={knowledgeBase} opened={isOpen} onClose={() => setOpen(false)} />
    </Group>
  );
}

/** Offers a model of this server in place of the built-in one, with what it is worth. */
function BetterModel({ knowledgeBase }: PanelProps) {
  const { t } = useTranslation('knowledge');
  const nameOf = useModelName();
  const [isOpen, setOpen] = useState(false);
  const items = useApiQuery(listModels, { query: { type: 'embedding' } }, { staleTime: 60_000 }).data?.items;
  const current = items?.find(({ id }) => id === knowledgeBase.embeddingModelId);
  const better = items?.find(({ gain }) => gain !== null);
  if (!current?.builtIn || !better?.gain) return null;
  return (
    <Alert
      role="note"
      color="teal"
      icon={<IconSparkles aria-hidden />}
      title={t('reEmbedding.betterTitle')}
      w="100%"
    >
      <Text size="sm" mb="sm">
        {t('reEmbedding.betterText', { model: nameOf(better), ...better.gain })}
      </Text>
      <Button size="xs" onClick={() => setOpen(true)}>
        {t('reEmbedding.betterOpen', { model: nameOf(better) })}
      </Button>
      <ReEmbeddingDialog
        knowledgeBase={knowledgeBase}
        suggested={better.id}
        opened={isOpen}
        onClose={() => setOpen(false)}
      />
    </Alert>
  );
}

function Running({ knowledgeBase, task }: PanelProps & { task: ReEmbedding }) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const nameOf = useModelName();
  const { cancel } = useReEmbeddingActions();
  const { data: models } = useApiQuery(listModels, { query: { type: 'embedding' } }, { staleTime: 60_000 });
  const model = models?.items.find(({ id }) => id === task.embeddingModelId);
  return (
    <Paper withBorder p="md" mt="xs">
      <Text fw={550} mb={4}>
        {t('reEmbedding.runningTitle', { model: model ? nameOf(model) : (task.embeddingModelId ?? '') })}
      </Text>
      <RunProgress
        label={t('reEmbedding.progress')}
        stage={task.stage ? t(`reEmbedding.stages.${task.stage}`) : t('reEmbedding.queued')}
        percent={task.percent}
        queued={task.state === 'queued'}
      />
      {task.error && (
        <Alert color="yellow" mt="sm" role="status">
          {t('reEmbedding.waits', { reason: task.error.message })}
        </Alert>
      )}
      <Group justify="space-between" gap="xs" mt="sm">
        <Text size="sm" c="dimmed">
          {task.totalChunks > 0 &&
            `${t('reEmbedding.count', { done: format.number(task.embeddedChunks), total: format.number(task.totalChunks) })} · `}
          {t('reEmbedding.answers')}
        </Text>
        {knowledgeBase.abilities.update && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            onClick={() =>
              openConfirmModal({
                title: t('reEmbedding.stopTitle'),
                text: t('reEmbedding.stopText'),
                confirmLabel: t('reEmbedding.stop'),
                onConfirm: () => cancel.mutateAsync({ params: { knowledgeBaseId: knowledgeBase.id } }),
              })
            }
          >
            {t('reEmbedding.stop')}
          </Button>
        )}
      </Group>
    </Paper>
  );
}

function Failed({ knowledgeBase, task }: PanelProps & { task: ReEmbedding }) {
  const { t } = useTranslation('knowledge');
  const { start, cancel } = useReEmbeddingActions();
  const params = { knowledgeBaseId: knowledgeBase.id };
  const { embeddingModelId, folderWeight } = task;
  const failure = start.error ?? cancel.error;
  return (
    <FormError mt="xs" title={t('reEmbedding.failedTitle')}>
      <Text size="sm">{failure ? describeError(failure) : task.error?.message}</Text>
      <Text size="sm" c="dimmed" mt={4}>
        {t('reEmbedding.failedText')}
      </Text>
      {knowledgeBase.abilities.update && embeddingModelId !== null && folderWeight !== null && (
        <Group gap="xs" mt="sm">
          <Button
            size="xs"
            loading={start.isPending}
            onClick={() => start.mutate({ params, body: { embeddingModelId, folderWeight } })}
          >
            {t('reEmbedding.goOn')}
          </Button>
          <Button
            size="xs"
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params })}
          >
            {t('reEmbedding.giveUp')}
          </Button>
        </Group>
      )}
    </FormError>
  );
}
