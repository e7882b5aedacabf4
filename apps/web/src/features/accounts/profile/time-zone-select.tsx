import { Anchor, Select, Stack } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { listTimeZones, matchesTimeZone } from './time-zones.ts';

const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Chooses among all time zones of the world, by place or offset. */
export function TimeZoneSelect({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (zone: string) => void;
  error?: React.ReactNode;
}) {
  const { t, i18n } = useTranslation('account');
  // The offsets of now: half the year they are others.
  const zones = useMemo(() => listTimeZones(value, new Date()), [value]);
  const time = new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-GB' : i18n.language, {
    timeStyle: 'short',
    timeZone: value,
  }).format(new Date());
  return (
    <Stack gap={6}>
      <Select
        label={t('profile.timezone')}
        description={`${t('profile.timezoneText')} ${t('profile.timezoneNow', { time })}`}
        data={zones.map(({ zone, label }) => ({ value: zone, label }))}
        searchable
        filter={({ options, search }) =>
          options.filter(
            (option) =>
              'value' in option &&
              matchesTimeZone({ zone: String(option.value), label: option.label }, search),
          )
        }
        limit={600}
        maxDropdownHeight={280}
        nothingFoundMessage={t('profile.timezoneNone')}
        allowDeselect={false}
        value={value}
        onChange={(zone) => {
          if (zone !== null) onChange(zone);
        }}
        error={error}
      />
      {deviceZone !== value && (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onChange(deviceZone)}>
          {t('profile.timezoneDevice', { zone: deviceZone.replaceAll('_', ' ') })}
        </Anchor>
      )}
    </Stack>
  );
}
