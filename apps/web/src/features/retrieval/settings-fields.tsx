import { listModels, type RetrievalSettings, retrievalLimits } from '@lectern/contract';
import { Flex, NumberInput, Select, Slider, Stack, Switch, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './settings-fields.module.css';

type ShareSliderProps = {
  label: string;
  hint: string;
  value: number;
  text: string;
  /** Shown below the two ends instead of the value next to the label. */
  ends?: [string, string];
  onChange: (value: number) => void;
};

function ShareSlider({ label, hint, value, text, ends, onChange }: ShareSliderProps) {
  const id = useId();
  return (
    <div>
      <Flex justify="space-between" gap={12}>
        <Text size="sm" fw={500} id={id}>
          {label}
        </Text>
        {!ends && (
          <Text size="sm" className="numeric">
            {text}
          </Text>
        )}
      </Flex>
      <Text size="xs" c="dimmed" mb={6}>
        {hint}
      </Text>
      <Slider
        size="sm"
        min={0}
        max={1}
        step={0.05}
        label={null}
        value={value}
        onChange={(next) => onChange(Number(next.toFixed(2)))}
        thumbProps={{ 'aria-labelledby': id, 'aria-valuetext': text }}
      />
      {ends && (
        <Flex justify="space-between" gap={12}>
          {ends.map((end) => (
            <Text key={end} size="xs" className="numeric" mt={6}>
              {end}
            </Text>
          ))}
        </Flex>
      )}
    </div>
  );
}

type SettingsFieldsProps = { settings: RetrievalSettings; onChange: (settings: RetrievalSettings) => void };

/** The one settings object of the test, chat, search and the API. */
export function SettingsFields({ settings, onChange }: SettingsFieldsProps) {
  const { t } = useTranslation('knowledge');
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
      <ShareSlider
        label={t('testing.threshold')}
        hint={t('testing.thresholdHint')}
        value={settings.similarityThreshold}
        text={format.number(settings.similarityThreshold)}
        onChange={(similarityThreshold) => set({ similarityThreshold })}
      />
      <ShareSlider
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
