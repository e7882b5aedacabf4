import { Box, Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fetchFile } from '../../../api/client.ts';
import { useMe } from '../../../api/me.ts';
import { saveFile } from '../../../ui/display/save-file.ts';
import { CompanySelect } from '../../../ui/form/company-select.tsx';
import { DayRangeInput } from '../../../ui/form/day-range-input.tsx';
import { useDayText } from '../../../ui/format/use-day-text.ts';
import { TextLink } from '../../../ui/link.tsx';
import classes from '../usage.module.css';
import { usageCalls } from '../usage-calls.ts';
import type { UsagePart } from './usage-parts.ts';
import { readFilters, type UsagePreset, usagePresets } from './usage-view.ts';

/** Which days, of which company, and the way to take them along. */
export function UsageToolbar(part: UsagePart) {
  const { kind, scope, view, shown, onChange } = part;
  const me = useMe();
  const { t } = useTranslation('usage');
  const dayText = useDayText();
  const { days, timezone } = shown;
  const own = view.from !== undefined && view.to !== undefined;
  return (
    <>
      <div className={classes.toolbar}>
        <Select
          aria-label={t('range.label')}
          allowDeselect={false}
          w={{ base: '100%', sm: 190 }}
          data={[...usagePresets, 'custom' as const].map((preset) => ({
            value: preset,
            label: t(`range.presets.${preset}`),
          }))}
          value={own ? 'custom' : (view.range ?? '30d')}
          onChange={(chosen) =>
            onChange(
              chosen === 'custom'
                ? { ...days, range: undefined }
                : { from: undefined, to: undefined, range: chosen as UsagePreset },
            )
          }
        />
        {own && (
          <DayRangeInput
            {...days}
            label={t('range.days')}
            placeholder={t('range.choose')}
            controls={{
              previous: t('range.previousMonth'),
              next: t('range.nextMonth'),
              clear: t('range.clear'),
            }}
            onChange={({ from, to }) => onChange({ from, to, range: undefined })}
          />
        )}
        {scope === 'admin' && (
          <CompanySelect
            as="filter"
            value={view.companyId}
            onChange={(companyId) => onChange({ companyId, groupBy: undefined })}
          />
        )}
        <DownloadButton {...part} />
      </div>
      <Box component="p" mt={10} mx={0} mb={20} c="dimmed" fz="sm">
        {t('range.shown', { days: dayText.range(days), timezone })}{' '}
        {/* The profile is closed to whoever acts as its person. */}
        {me.impersonation === null && (
          <TextLink to="/user-setting/profile" inherit underline="always">
            {t('range.change')}
          </TextLink>
        )}
        {kind === 'tokens' && shown.ownOnly && ` ${t('downloadOwn')}`}
      </Box>
    </>
  );
}

/** Every row of the ledger that the figures count. */
function DownloadButton({ kind, scope, view, shown }: UsagePart) {
  const { t } = useTranslation('usage');
  const { days, timezone } = shown;
  const download = useMutation({
    mutationFn: () =>
      fetchFile(usageCalls[scope][kind].table, { query: { ...days, timezone, ...readFilters(view) } }),
    onSuccess: ({ bytes, name }) => saveFile(bytes, name || `${kind} ${days.from} ${days.to}.csv`),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('download')}
    </Button>
  );
}
