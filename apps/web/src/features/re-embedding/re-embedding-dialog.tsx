import { type KnowledgeBase, listModels, startReEmbedding } from '@lectern/contract';
import { Alert, Modal, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import { useApiQuery } from '../../api/queries.ts';
import { useModelName } from '../../ui/display/use-model-name.ts';
import { ApiForm } from '../../ui/form/api-form.tsx';
import { LabelledSlider } from '../../ui/form/labelled-slider.tsx';
import { useApiForm } from '../../ui/form/use-api-form.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import { startedReEmbedding, useReEmbeddingEstimate } from './use-re-embedding.ts';

type DialogProps = {
  knowledgeBase: KnowledgeBase;
  /** The model that is chosen at first. */
  suggested?: string | undefined;
  opened: boolean;
  onClose: () => void;
};

/** The model, the estimated cost, and the start. */
export function ReEmbeddingDialog({ knowledgeBase, suggested, opened, onClose }: DialogProps) {
  const { t } = useTranslation('knowledge');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('reEmbedding.title', { name: knowledgeBase.name })}
      size="lg"
    >
      <Choice knowledgeBase={knowledgeBase} suggested={suggested} onClose={onClose} />
    </Modal>
  );
}

function Choice({ knowledgeBase, suggested, onClose }: Omit<DialogProps, 'opened'>) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const nameOf = useModelName();
  const { data: models } = useApiQuery(listModels, { query: { type: 'embedding' } }, { staleTime: 60_000 });
  const items = models?.items ?? [];
  const other = items.find(({ id }) => id !== knowledgeBase.embeddingModelId);
  const usual = suggested ?? other?.id ?? knowledgeBase.embeddingModelId;
  const form = useApiForm(startReEmbedding, {
    initialValues: { embeddingModelId: '', folderWeight: knowledgeBase.folderWeight },
    params: { knowledgeBaseId: knowledgeBase.id },
    toBody: ({ embeddingModelId: chosen, ...rest }) => ({ ...rest, embeddingModelId: chosen || usual }),
    ...startedReEmbedding,
    onSuccess: onClose,
  });
  const { folderWeight } = form.values;
  const embeddingModelId = form.values.embeddingModelId || usual;
  const isSame =
    embeddingModelId === knowledgeBase.embeddingModelId && folderWeight === knowledgeBase.folderWeight;
  return (
    <ApiForm
      form={form}
      submitLabel={t('reEmbedding.start')}
      onCancel={onClose}
      cancelLabel={t('reEmbedding.keep')}
      disabled={!models}
    >
      <Text size="sm" c="dimmed">
        {t('reEmbedding.intro')}
      </Text>
      <Select
        label={t('reEmbedding.model')}
        data={items.map((model) => ({ value: model.id, label: nameOf(model) }))}
        allowDeselect={false}
        disabled={!models}
        data-autofocus
        {...form.field('embeddingModelId')}
        value={embeddingModelId}
      />
      <LabelledSlider
        label={t('reEmbedding.weight')}
        hint={t('reEmbedding.weightHint')}
        text={format.number(folderWeight)}
        value={folderWeight}
        onChange={(weight) => form.setFieldValue('folderWeight', weight)}
      />
      {models && <Estimate knowledgeBaseId={knowledgeBase.id} embeddingModelId={embeddingModelId} />}
      {isSame && (
        <Text size="sm" c="dimmed">
          {t('reEmbedding.same')}
        </Text>
      )}
    </ApiForm>
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
