import { type OcrMode, ocrLanguages, ocrModes } from '@lectern/contract';
import { MultiSelect, NumberInput, Select, Stack, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ChunkingSettings } from '../chunking.ts';
import { ModelHint } from './model-hint.tsx';
import { PageRangesInput } from './page-ranges-input.tsx';
import { RecogniserNote } from './recogniser-note.tsx';
import { useModelHint, type WorkingModels } from './use-working-models.ts';

type ReadingSectionProps = {
  chunking: ChunkingSettings;
  onChange: (chunking: ChunkingSettings) => void;
  models: WorkingModels | undefined;
  /** Of the base; undefined while it is not known. */
  baseLanguage: string | undefined;
  readOnly: boolean;
};

/** How documents are read before they are cut. */
export function ReadingSection({ chunking, onChange, models, baseLanguage, readOnly }: ReadingSectionProps) {
  const { t, i18n } = useTranslation('knowledge');
  const modelHint = useModelHint();
  const { reading } = chunking;
  const set = (part: Partial<ChunkingSettings['reading']>) =>
    onChange({ ...chunking, reading: { ...reading, ...part } });
  const languageNames = new Intl.DisplayNames([i18n.language], { type: 'language' });
  return (
    <Stack gap="md">
      <Switch
        label={t('reading.layoutRecognition')}
        description={t('reading.layoutRecognitionHint')}
        checked={reading.layoutRecognition}
        disabled={readOnly}
        onChange={(event) => set({ layoutRecognition: event.currentTarget.checked })}
      />
      <Switch
        label={t('reading.mainContentOnly')}
        description={t('reading.mainContentOnlyHint')}
        checked={reading.mainContentOnly}
        disabled={readOnly}
        onChange={(event) => set({ mainContentOnly: event.currentTarget.checked })}
      />
      <Switch
        label={t('reading.leaveNothingOut')}
        description={t('reading.leaveNothingOutHint')}
        checked={reading.leaveNothingOut}
        disabled={readOnly}
        onChange={(event) => set({ leaveNothingOut: event.currentTarget.checked })}
      />
      <div>
        <Select
          label={t('reading.ocr')}
          description={t('reading.ocrHint')}
          allowDeselect={false}
          disabled={readOnly}
          data={ocrModes.map((mode) => ({ value: mode, label: t(`reading.ocrModes.${mode}.name`) }))}
          value={reading.ocr}
          onChange={(mode) => mode && set({ ocr: mode as OcrMode })}
        />
        {reading.ocr === 'vision' ? (
          <ModelHint
            text={modelHint(models?.vision, 'missingVisionPages')}
            missing={models !== undefined && models.vision === null}
          />
        ) : (
          <ModelHint text={t(`reading.ocrModes.${reading.ocr}.text`)} />
        )}
      </div>
      {(reading.ocr === 'auto' || reading.ocr === 'engine') && (
        <div>
          <MultiSelect
            label={t('reading.ocrLanguages')}
            description={t('reading.ocrLanguagesHint')}
            clearable
            disabled={readOnly}
            data={ocrLanguages.map((code) => ({ value: code, label: languageNames.of(code) ?? code }))}
            value={reading.ocrLanguages}
            onChange={(chosen) => set({ ocrLanguages: ocrLanguages.filter((code) => chosen.includes(code)) })}
          />
          <RecogniserNote chosen={reading.ocrLanguages} baseLanguage={baseLanguage} mode={reading.ocr} />
        </div>
      )}
      <PageRangesInput
        ranges={chunking.pageRanges}
        onChange={(pageRanges) => onChange({ ...chunking, pageRanges })}
        readOnly={readOnly}
      />
      <NumberInput
        label={t('reading.taskPageSize')}
        description={t('reading.taskPageSizeHint')}
        withAsterisk
        min={1}
        max={128}
        allowDecimal={false}
        disabled={readOnly}
        value={reading.taskPageSize ?? ''}
        onChange={(value) => set({ taskPageSize: value === '' ? null : Number(value) })}
        error={reading.taskPageSize === null ? t('form.required') : undefined}
      />
    </Stack>
  );
}
