import { listModels, type RetrievalSettings, retrievalLimits } from '@lectern/contract';
import { Input, NumberInput, Select, Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { LabelledSlider } from '../../ui/form/labelled-slider.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { FilterEditor } from '../../ui/labels/filter-editor.tsx';
import { useDocumentLabels } from '../../ui/labels/use-document-labels.ts';
import classes from './settings-fields.module.css';

type SettingsFieldsProps = {
  knowledgeBaseId: string;
  settings: RetrievalSettings;
  onChange: (settings: RetrievalSettings) => void;
};

/** The one settings object of the test, chat, search and the API. */
export function SettingsFields({ knowledgeBaseId, settings, onChange }: SettingsFieldsProps) {
  const { t } = useTranslation(['knowledge', 'labels']);
  const labels = useDocumentLabels([knowledgeBaseId]);
  const format = useFormat();
  const { data: rerankers } = useApiQuery(listModels, { query: { type: 'rerank' } }, { staleTime: 60_000 });
  const weights = [format.number(settings.keywordWeight), format.number(1 - settings.keywordWeight)] as const;
  const set = (part: Partial<RetrievalSettings>) => onChange({ ...settings, ...part });
  const setCount = (key: 'topK' | 'topN', most: number) => (value: string | number) => {
    const count = Math.round(Number(value));
    if (value !== '' && count >= 1) set({ [key]: Math.min(count, most) });
  };
  return (
    <Stack gap="md">
      <LabelledSlider
        label={t('testing.threshold')}
        hint={t('testing.thresholdHint')}
        value={settings.similarityThreshold}
        text={format.number(settings.similarityThreshold)}
        onChange={(similarityThreshold) => set({ similarityThreshold })}
      />
      <LabelledSlider
        label={t('testing.weight')}
        hint={t('testing.weightHint')}
        value={settings.keywordWeight}
        text={t('testing.weights', { keyword: weights[0], vector: weights[1] })}
        ends={[
          t('testing.keywordShare', { share: weights[0] }),
          t('testing.vectorShare', { share: weights[1] }),
        ]}
        onChange={(keywordWeight) => set({ keywordWeight })}
      />
      <div className={classes.pair}>
        <NumberInput
          label={t('testing.topN')}
          description={t('testing.topNHint')}
          min={1}
          max={retrievalLimits.maxTopN}
          allowDecimal={false}
          value={settings.topN}
          onChange={setCount('topN', retrievalLimits.maxTopN)}
        />
        <NumberInput
          label={t('testing.topK')}
          description={t('testing.topKHint')}
          min={1}
          max={retrievalLimits.maxTopK}
          {...format.separators}
          allowDecimal={false}
          value={settings.topK}
          onChange={setCount('topK', retrievalLimits.maxTopK)}
        />
      </div>
      <Input.Wrapper label={t('labels:filter.label')} labelElement="div">
        <FilterEditor value={settings.filter} onChange={(filter) => set({ filter })} labels={labels} />
      </Input.Wrapper>
      <Switch
        label={t('testing.useGraph')}
        description={t('testing.useGraphHint')}
        checked={settings.useGraph}
        onChange={(event) => set({ useGraph: event.currentTarget.checked })}
      />
      {(rerankers?.items.length ?? 0) > 0 && (
        <Select
          label={t('testing.rerankModel')}
          description={t('testing.rerankHint')}
          placeholder={t('testing.noRerank')}
          clearable
          data={rerankers?.items.map(({ id, name }) => ({ value: id, label: name }))}
          value={settings.rerankModelId}
          onChange={(rerankModelId) => set({ rerankModelId })}
        />
      )}
    </Stack>
  );
}
