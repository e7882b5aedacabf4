import { raptorOptions } from '@lectern/contract';
import { ActionIcon, NumberInput, Stack, Switch, Textarea, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { limitsIn } from '../../../ui/form/body-schema.ts';
import { findMissingRaptor, type RaptorDraft, type RaptorNumber } from '../chunking.ts';
import { ModelHint } from './model-hint.tsx';
import classes from './raptor-section.module.css';
import { useModelHint, type WorkingModels } from './use-working-models.ts';

type RaptorSectionProps = {
  raptor: RaptorDraft;
  onChange: (raptor: RaptorDraft) => void;
  models: WorkingModels | undefined;
  readOnly: boolean;
};

const bounds: Record<RaptorNumber, { min: number; max: number; step: number }> = {
  maxToken: { min: 16, max: 2_048, step: 16 },
  threshold: { min: 0, max: 1, step: 0.05 },
  maxCluster: { min: 1, max: 1_024, step: 1 },
  randomSeed: { min: 0, max: 2_147_483_647, step: 1 },
};

/** Summaries over groups of like chunks, and over groups of those. */
export function RaptorSection({ raptor, onChange, models, readOnly }: RaptorSectionProps) {
  const { t } = useTranslation('knowledge');
  const modelHint = useModelHint();
  const missing = findMissingRaptor(raptor);
  const set = (part: Partial<RaptorDraft>) => onChange({ ...raptor, ...part });
  const renderNumber = (field: RaptorNumber) => (
    <NumberInput
      key={field}
      label={t(`raptor.${field}`)}
      description={t(`raptor.${field}Hint`)}
      withAsterisk
      {...bounds[field]}
      allowDecimal={field === 'threshold'}
      allowNegative={false}
      decimalScale={2}
      clampBehavior="strict"
      disabled={readOnly}
      value={raptor[field] ?? ''}
      onChange={(value) => set({ [field]: value === '' ? null : Number(value) })}
      error={missing.includes(field) ? t(`raptor.required.${field}`) : undefined}
      rightSection={
        field === 'randomSeed' && !readOnly ? (
          <Tooltip label={t('raptor.newSeed')}>
            <ActionIcon
              size="sm"
              aria-label={t('raptor.newSeed')}
              onClick={() => set({ randomSeed: crypto.getRandomValues(new Uint16Array(1))[0] ?? 0 })}
            >
              <IconRefresh size={15} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        ) : undefined
      }
    />
  );
  return (
    <Stack gap="md">
      <div>
        <Switch
          label={t('raptor.enabled')}
          description={t('raptor.enabledHint')}
          checked={raptor.enabled}
          disabled={readOnly}
          onChange={(event) => set({ enabled: event.currentTarget.checked })}
        />
        {raptor.enabled && <ModelHint text={modelHint(models?.chat, 'builtIn')} />}
      </div>
      {raptor.enabled && (
        <>
          <Textarea
            label={t('raptor.prompt')}
            description={t('raptor.promptHint')}
            withAsterisk
            autosize
            minRows={3}
            maxRows={10}
            {...limitsIn(raptorOptions, 'prompt')}
            readOnly={readOnly}
            value={raptor.prompt}
            onChange={(event) => set({ prompt: event.currentTarget.value })}
            error={missing.includes('prompt') ? t('raptor.required.prompt') : undefined}
          />
          <div className={classes.numbers}>
            {(['maxToken', 'threshold', 'maxCluster', 'randomSeed'] as const).map(renderNumber)}
          </div>
        </>
      )}
    </Stack>
  );
}
