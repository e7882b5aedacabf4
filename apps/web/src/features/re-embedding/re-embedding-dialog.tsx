import { type KnowledgeBase, listModels } from '@lectern/contract';
import { Alert, Group, Modal, Select, Skeleton, Slider, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useApiQuery } from '../../api/queries.ts';
import { useModelName } from '../../ui/display/use-model-name.ts';
import { DialogActions } from '../../ui/form/dialog-actions.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { useReEmbeddingActions, useReEmbeddingEstimate } from './use-re-embedding.ts';

type DialogProps = { knowledgeBase: KnowledgeBase; opened: boolean; onClose: () => void };

/** The model, the estimated cost, and the start. */
export function ReEmbeddingDialog({ knowledgeBase, opened, onClose }: DialogProps) {
  const { t } = useTranslation('knowledge');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('reEmbedding.title', { name: knowledgeBase.name })}
      size="lg"
    >
      <Choice knowledgeBase={knowledgeBase} onClose={onClose} />
    </Modal>
  );
}

function Choice({ knowledgeBase, onClose }: Omit<DialogProps, 'opened'>) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const nameOf = useModelName();
  const weightId = useId();
  const { start } = useReEmbeddingActions();
  const { data: models } = useApiQuery(listModels, { query: { type: 'embedding' } }, { staleTime: 60_000 });
  const [chosen, setChosen] = useState<string>();
  const [folderWeight, setFolderWeight] = useState(knowledgeBase.folderWeight);
  const items = models?.items ?? [];
  const other = items.find(({ id }) => id !== knowledgeBase.embeddingModelId);
  const embeddingModelId = chosen ?? other?.id ?? knowledgeBase.embeddingModelId;
  const isSame =
    embeddingModelId === knowledgeBase.embeddingModelId && folderWeight === knowledgeBase.folderWeight;

  function begin(): void {
    start.mutate(
      { params: { knowledgeBaseId: knowledgeBase.id }, body: { embeddingModelId, folderWeight } },
      { onSuccess: onClose },
    );
  }

  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('reEmbedding.intro')}
      </Text>
      <Select
        label={t('reEmbedding.model')}
        data={items.map((model) => ({ value: model.id, label: nameOf(model) }))}
        value={embeddingModelId}
        allowDeselect={false}
        disabled={!models}
        data-autofocus
        onChange={(id) => id && setChosen(id)}
      />
      <div>
        <Group justify="space-between" wrap="nowrap" align="baseline">
          <Text size="sm" fw={550} id={weightId}>
            {t('reEmbedding.weight')}
          </Text>
          <Text size="sm" className="numeric">
            {format.number(folderWeight)}
          </Text>
        </Group>
        <Text size="xs" c="dimmed" mb={8} id={`${weightId}-hint`}>
          {t('reEmbedding.weightHint')}
        </Text>
        <Slider
          size="sm"
          min={0}
          max={1}
          step={0.05}
          label={null}
          value={folderWeight}
          onChange={(weight) => setFolderWeight(Number(weight.toFixed(2)))}
          thumbProps={{ 'aria-labelledby': weightId, 'aria-describedby': `${weightId}-hint` }}
        />
      </div>
      {models && <Estimate knowledgeBaseId={knowledgeBase.id} embeddingModelId={embeddingModelId} />}
      {isSame && (
        <Text size="sm" c="dimmed">
          {t('reEmbedding.same')}
        </Text>
      )}
      <FormError error={start.error} />
      <DialogActions
        label={t('reEmbedding.start')}
        onCancel={onClose}
        cancelLabel={t('reEmbedding.keep')}
        onConfirm={begin}
        busy={start.isPending}
        disabled={!models}
      />
    </Stack>
  );
}

function Estimate(props: { knowledgeBaseId: string; embeddingModelId: string }) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const { data, error } = useReEmbeddingEstimate(props.knowledgeBaseId, props.embeddingModelId);
  if (error)
    return (
      <Alert color="yellow" role="alert">
        {describeError(error)}
      </Alert>
    );
  if (!data)
    return (
      <Stack gap={6} role="status" aria-label={t('reEmbedding.estimating')}>
        <Skeleton h={18} w="40%" />
        <Skeleton h={18} w="80%" />
      </Stack>
    );
  const { work, chunks, currency } = data;
  return (
    <div>
      <Text size="sm" fw={550}>
        {t('reEmbedding.estimateTitle')}
      </Text>
      <Text size="sm">
        {t('reEmbedding.chunks', { count: chunks, shown: format.number(chunks) })}
        {'. '}
        {work.builtIn
          ? t('reEmbedding.builtIn')
          : t('reEmbedding.asks', {
              count: work.calls,
              tokens: format.number(work.promptTokens),
              calls: format.number(work.calls),
            })}{' '}
        {!work.builtIn &&
          (work.cost === null
            ? t('reEmbedding.noPrice')
            : t('reEmbedding.cost', { cost: format.smallMoney(work.cost, currency) }))}
      </Text>
    </div>
  );
}
