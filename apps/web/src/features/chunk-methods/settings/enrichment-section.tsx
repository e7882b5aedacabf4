import { Select, Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useModelName } from '../../../ui/display/use-model-name.ts';
import type { ChunkingSettings } from '../chunking.ts';
import { CountSlider } from './count-slider.tsx';
import { ModelHint } from './model-hint.tsx';
import { useModelHint, type WorkingModels } from './use-working-models.ts';

type EnrichmentSectionProps = {
  enrichment: ChunkingSettings['enrichment'];
  onChange: (enrichment: ChunkingSettings['enrichment']) => void;
  models: WorkingModels | undefined;
  readOnly: boolean;
};

const defaultModel = 'default';

/** What is made of the chunks once they are cut. */
export function EnrichmentSection({ enrichment, onChange, models, readOnly }: EnrichmentSectionProps) {
  const { t } = useTranslation('knowledge');
  const modelHint = useModelHint();
  const nameOf = useModelName();
  const set = (part: Partial<ChunkingSettings['enrichment']>) => onChange({ ...enrichment, ...part });
  const nobodyWrites = models !== undefined && models.chat === null;
  const nobodySees = models !== undefined && models.vision === null;
  const nameOfDefault =
    models?.defaultWriter == null
      ? t('enrichment.chatModelDefault')
      : t('enrichment.chatModelDefaultNamed', { model: models.defaultWriter });
  return (
    <Stack gap="md">
      <Switch
        label={t('enrichment.firstPageText')}
        description={t('enrichment.firstPageTextHint')}
        checked={enrichment.firstPageText}
        disabled={readOnly}
        onChange={(event) => set({ firstPageText: event.currentTarget.checked })}
      />
      <div>
        <Switch
          label={t('enrichment.describeFigures')}
          description={t('enrichment.describeFiguresHint')}
          checked={enrichment.describeFigures}
          disabled={readOnly}
          onChange={(event) => set({ describeFigures: event.currentTarget.checked })}
        />
        {enrichment.describeFigures && (
          <ModelHint text={modelHint(models?.vision, 'missingVision')} missing={nobodySees} />
        )}
      </div>
      <CountSlider
        label={t('enrichment.contentsCount')}
        hint={t('enrichment.contentsCountHint')}
        value={enrichment.tableOfContentsChunkCount}
        most={32}
        readOnly={readOnly}
        onChange={(tableOfContentsChunkCount) => set({ tableOfContentsChunkCount })}
      />
      <CountSlider
        label={t('enrichment.autoKeywords')}
        hint={t('enrichment.autoKeywordsHint')}
        value={enrichment.autoKeywords}
        most={30}
        readOnly={readOnly}
        onChange={(autoKeywords) => set({ autoKeywords })}
        note={<ModelHint text={modelHint(models?.chat, 'builtIn')} />}
      />
      <CountSlider
        label={t('enrichment.autoQuestions')}
        hint={t('enrichment.autoQuestionsHint')}
        value={enrichment.autoQuestions}
        most={10}
        readOnly={readOnly}
        onChange={(autoQuestions) => set({ autoQuestions })}
        note={<ModelHint text={modelHint(models?.chat, 'missingChat')} missing={nobodyWrites} />}
      />
      {models !== undefined && models.writers.length > 0 && (
        <Select
          label={t('enrichment.chatModel')}
          description={t('enrichment.chatModelHint')}
          allowDeselect={false}
          disabled={readOnly}
          data={[
            { value: defaultModel, label: nameOfDefault },
            ...models.writers.map((model) => ({ value: model.id, label: nameOf(model) })),
          ]}
          value={enrichment.chatModelId ?? defaultModel}
          onChange={(id) => set({ chatModelId: id === defaultModel ? null : id })}
        />
      )}
    </Stack>
  );
}
