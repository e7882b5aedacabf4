import type { UsageReport } from '@lectern/contract';
import { Group, SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import type { UsageKind, UsageView } from '../filters/usage-view.ts';
import { bucketDays } from './day-buckets.ts';
import classes from './day-card.module.css';
import { DayChart } from './day-chart.tsx';
import { DayTable } from './day-table.tsx';
import { measureOf, useDaySeries } from './use-day-series.ts';

type Props = {
  kind: UsageKind;
  report: UsageReport;
  view: UsageView;
  onView: (view: UsageView) => void;
};

/** The days of the range, as bars or as a table with the same numbers. */
export function DayCard({ kind, report, view, onView }: Props) {
  const { t } = useTranslation('usage');
  const measure = measureOf(kind, view.measure);
  const narrow = useMediaQuery('(max-width: 48em)', window.matchMedia('(max-width: 48em)').matches);
  // More bars would be too thin to see.
  const { unit, buckets } = bucketDays(report.days, narrow ? 45 : 92);
  const shown = { unit, buckets, measure, ...useDaySeries(measure, report.currency) };
  const texts = [
    measure === 'cost' && t('chart.priced', { currency: report.currency }),
    unit === 'week' && t('chart.weekText'),
  ];
  return (
    <SectionCard
      title={t(`chart.${unit}`)}
      description={texts.filter(Boolean).join(' ') || undefined}
      action={
        <Group gap="xs">
          {kind === 'tokens' && (
            <SegmentedControl
              size="xs"
              aria-label={t('chart.measure')}
              data={[
                { value: 'tokens', label: t('totals.tokens') },
                { value: 'cost', label: t('totals.cost') },
              ]}
              value={view.measure ?? 'tokens'}
              onChange={(chosen) => onView({ ...view, measure: chosen === 'cost' ? 'cost' : undefined })}
            />
          )}
          <SegmentedControl
            size="xs"
            aria-label={t('chart.view')}
            data={[
              { value: 'chart', label: t('chart.chart') },
              { value: 'table', label: t('chart.table') },
            ]}
            value={view.days ?? 'chart'}
            onChange={(chosen) => onView({ ...view, days: chosen === 'table' ? 'table' : undefined })}
          />
        </Group>
      }
    >
      {measure === 'cost' && report.totals.cost === 0 ? (
        <div className={classes.nothing}>
          <p>{t('chart.noCost')}</p>
          <p>{t('chart.noCostText')}</p>
        </div>
      ) : view.days === 'table' ? (
        <DayTable {...shown} />
      ) : (
        <DayChart {...shown} days={report} />
      )}
    </SectionCard>
  );
}
