import { languages, listModels } from '@lectern/contract';
import { MultiSelect, Select, Stack, Switch, Text, Title } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { LabelledSlider } from '../../../ui/form/labelled-slider.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { type AssistantFormValues, rangeOf } from './assistant-form-values.ts';
import { MetadataFilterSetting } from './metadata-filter-setting.tsx';
import { NeedsModel } from './needs-model.tsx';
import { NumberSetting } from './number-setting.tsx';
import { SwitchSetting } from './switch-setting.tsx';

export function SearchSection({ form }: { form: UseFormReturnType<AssistantFormValues> }) {
  const { t } = useTranslation('chat');
  const rerankModels = useApiQuery(listModels, { query: { type: 'rerank' } });
  const { retrieval } = form.values;
  const format = useFormat();
  const weights = [
    t('form.weightKeyword', { value: format.number(retrieval.keywordWeight) }),
    t('form.weightVector', { value: format.number(1 - retrieval.keywordWeight) }),
  ] as const;
  const offersRerank = (rerankModels.data?.items.length ?? 0) > 0 || retrieval.rerankModelId !== null;
  return (
    <Stack gap="xl">
      <div>
        <Title order={3} fz="md">
          {t('form.retrieval')}
        </Title>
        <Text size="xs" c="dimmed" mb="md">
          {t('form.retrievalText')}
        </Text>
        <Stack gap="lg">
          <NumberSetting
            label={t('form.topN')}
            description={t('form.topNText')}
            {...rangeOf('retrieval.topN')}
            step={1}
            sliderMax={30}
            decimalScale={0}
            value={retrieval.topN}
            onChange={(value) => form.setFieldValue('retrieval.topN', value)}
            error={form.errors['retrieval.topN']}
          />
          <NumberSetting
            label={t('form.threshold')}
            description={t('form.thresholdText')}
            {...rangeOf('retrieval.similarityThreshold')}
            step={0.01}
            value={retrieval.similarityThreshold}
            onChange={(value) => form.setFieldValue('retrieval.similarityThreshold', Number(value) || 0)}
          />
          <LabelledSlider
            label={t('form.keywordWeight')}
            hint={t('form.keywordWeightText')}
            value={retrieval.keywordWeight}
            text={weights.join(', ')}
            ends={weights}
            onChange={(value) => form.setFieldValue('retrieval.keywordWeight', value)}
          />
          <MetadataFilterSetting form={form} />
          <Switch
            label={t('form.useGraph')}
            description={t('form.useGraphText')}
            checked={retrieval.useGraph}
            onChange={(event) => form.setFieldValue('retrieval.useGraph', event.currentTarget.checked)}
          />
          {offersRerank && (
            <Select
              label={t('form.rerank')}
              description={t('form.rerankText')}
              placeholder={t('form.rerankNone')}
              clearable
              data={rerankModels.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
              value={retrieval.rerankModelId}
              onChange={(value) => form.setFieldValue('retrieval.rerankModelId', value)}
              error={form.errors['retrieval.rerankModelId']}
            />
          )}
          {retrieval.rerankModelId !== null && (
            <NumberSetting
              label={t('form.topK')}
              description={t('form.topKText')}
              {...rangeOf('retrieval.topK')}
              step={1}
              decimalScale={0}
              value={retrieval.topK}
              onChange={(value) => form.setFieldValue('retrieval.topK', value)}
              error={form.errors['retrieval.topK']}
            />
          )}
        </Stack>
      </div>
      <div>
        <Title order={3} fz="md">
          {t('form.understanding')}
        </Title>
        <Text size="xs" c="dimmed" mb="md">
          {t('form.understandingText')}
        </Text>
        <Stack gap="lg">
          <SwitchSetting form={form} name="multiTurn" />
          <SwitchSetting form={form} name="selfRag" />
          <SwitchSetting form={form} name="keywordExtraction" needsModel />
          <MultiSelect
            label={t('form.crossLanguages')}
            description={
              <>
                {t('form.crossLanguagesText')}
                <NeedsModel chatModelId={form.values.chatModelId} />
              </>
            }
            placeholder={form.values.crossLanguages.length === 0 ? t('form.crossLanguagesNone') : undefined}
            clearable
            data={languages.map((value) => ({ value, label: t(`form.languages.${value}`) }))}
            {...form.getInputProps('crossLanguages')}
          />
        </Stack>
      </div>
    </Stack>
  );
}
