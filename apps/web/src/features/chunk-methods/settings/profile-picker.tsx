import type { ChunkMethodDescription } from '@lectern/contract';
import { Box, Radio, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useMethodTexts } from '../../../api/chunk-methods.ts';
import { type ChunkingSettings, toChunkingSettings } from '../chunking.ts';
import { useChunkingFacts } from '../use-chunking-facts.ts';
import classes from './profile-picker.module.css';
import { applyProfile, findOfferedProfiles, findProfile, settingsOfProfile } from './profile-settings.ts';

type ProfilePickerProps = {
  methods: readonly ChunkMethodDescription[];
  chunking: ChunkingSettings;
  onChange: (chunking: ChunkingSettings) => void;
  readOnly: boolean;
};

/** Presets, each with what it sets. */
export function ProfilePicker({ methods, chunking, onChange, readOnly }: ProfilePickerProps) {
  const { t } = useTranslation('knowledge');
  const texts = useMethodTexts();
  const facts = useChunkingFacts();
  const prefix = useId();
  const current = findProfile(chunking, methods);
  const offered = findOfferedProfiles(methods);
  return (
    <Radio.Group
      label={t('profiles.label')}
      description={t('profiles.hint')}
      value={current ?? 'custom'}
      readOnly={readOnly}
      onChange={(id) => {
        const profile = offered.find((candidate) => candidate.id === id);
        if (profile) onChange(applyProfile(chunking, profile));
      }}
    >
      <div className={classes.grid}>
        {offered.map((profile) => {
          const settings = toChunkingSettings(settingsOfProfile(profile));
          const sets = [texts(profile.chunkMethod).name, ...facts.special(settings)];
          return (
            <Radio.Card
              key={profile.id}
              value={profile.id}
              disabled={readOnly}
              className={classes.card}
              aria-labelledby={`${prefix}-${profile.id}`}
              aria-describedby={`${prefix}-${profile.id}-text`}
            >
              <Radio.Indicator mt={1} />
              <Box component="span" miw={0}>
                <span className={classes.name} id={`${prefix}-${profile.id}`}>
                  {t(`profiles.${profile.id}.name`)}
                </span>
                <span className={classes.text} id={`${prefix}-${profile.id}-text`}>
                  {t(`profiles.${profile.id}.text`)}
                  <span className={classes.sets}>{sets.join(' · ')}</span>
                </span>
              </Box>
            </Radio.Card>
          );
        })}
      </div>
      {current === undefined && (
        <Text size="xs" c="dimmed" mt={8} role="status">
          <b>{t('profiles.custom')}</b> · {t('profiles.customHint')}
        </Text>
      )}
    </Radio.Group>
  );
}
