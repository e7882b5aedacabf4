import { useTranslation } from 'react-i18next';
import { DayBars } from '../../../ui/display/day-bars.tsx';
import { useDayText } from '../../../ui/format/use-day-text.ts';
import type { Days } from '../filters/usage-range.ts';
import type { Bucket } from './day-buckets.ts';
import type { Measure, Series } from './use-day-series.ts';

export type DaysShown = {
  unit: 'day' | 'week';
  buckets: readonly Bucket[];
  measure: Measure;
  series: readonly Series[];
  show: (value: number) => string;
  showOnAxis: (value: number) => string;
};

/** The days as bars; the table has the numbers. */
export function DayChart({ buckets, measure, series, show, showOnAxis, days }: DaysShown & { days: Days }) {
  const { t } = useTranslation('usage');
  const dayText = useDayText();
  const sumOf = (bucket: Bucket) => series.reduce((sum, { read }) => sum + read(bucket), 0);
  const best = buckets.reduce((a, b) => (sumOf(b) > sumOf(a) ? b : a));
  return (
    <DayBars
      buckets={buckets}
      series={series}
      show={show}
      showOnAxis={showOnAxis}
      allowDecimals={measure === 'cost'}
      label={t(`chart.${measure}Label`, {
        total: show(buckets.reduce((sum, bucket) => sum + sumOf(bucket), 0)),
        days: dayText.range(days),
        best: dayText.bucket(best),
        most: show(sumOf(best)),
      })}
    />
  );
}
