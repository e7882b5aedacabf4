import { BarChart } from '@mantine/charts';
import { Box } from '@mantine/core';
import '@mantine/charts/styles.css';
import { useTranslation } from 'react-i18next';
import type { Days } from '../filters/usage-range.ts';
import type { Bucket } from './day-buckets.ts';
import classes from './day-card.module.css';
import type { Measure, Series } from './use-day-series.ts';
import { useDayText } from './use-day-text.ts';

export type DaysShown = {
  unit: 'day' | 'week';
  buckets: readonly Bucket[];
  measure: Measure;
  series: readonly Series[];
  show: (value: number) => string;
  showOnAxis: (value: number) => string;
};

/** A bar for each day, its parts one above the other. To a screen reader it is one picture; the table has the numbers. */
export function DayChart({ buckets, measure, series, show, showOnAxis, days }: DaysShown & { days: Days }) {
  const { t } = useTranslation('usage');
  const dayText = useDayText();
  const sumOf = (bucket: Bucket) => series.reduce((sum, { read }) => sum + read(bucket), 0);
  const best = buckets.reduce((a, b) => (sumOf(b) > sumOf(a) ? b : a));
  const byDay = new Map(buckets.map((bucket) => [bucket.from, bucket]));
  return (
    <figure className={classes.figure}>
      {series.length > 1 && (
        <ul className={classes.legend}>
          {series.map(({ key, label, color }) => (
            <li key={key}>
              <Box component="span" w={10} h={10} bdrs={3} style={{ background: color }} aria-hidden />
              {label}
            </li>
          ))}
        </ul>
      )}
      <div
        role="img"
        aria-label={t(`chart.${measure}Label`, {
          total: show(buckets.reduce((sum, bucket) => sum + sumOf(bucket), 0)),
          days: dayText.range(days),
          best: dayText.bucket(best),
          most: show(sumOf(best)),
        })}
      >
        <BarChart
          h={260}
          type="stacked"
          data={buckets.map((bucket) => ({
            day: bucket.from,
            ...Object.fromEntries(series.map(({ key, read }) => [key, read(bucket)])),
          }))}
          dataKey="day"
          series={series.map(({ key, label, color }) => ({ name: key, label, color }))}
          valueFormatter={show}
          // The picture as a whole is named; it has no parts to step through.
          accessibilityLayer={false}
          strokeDasharray="0"
          tickLine="none"
          maxBarWidth={36}
          gridColor="var(--hairline)"
          barChartProps={{
            barCategoryGap: buckets.length > 45 ? 1 : '18%',
            margin: { top: 10, right: 4 },
          }}
          xAxisProps={{ tickFormatter: dayText.short, minTickGap: 28, interval: 'equidistantPreserveStart' }}
          yAxisProps={{ width: 48, tickFormatter: showOnAxis, allowDecimals: measure === 'cost' }}
          tooltipProps={{
            labelFormatter: (day) => {
              const bucket = byDay.get(String(day));
              return bucket ? dayText.bucket(bucket) : '';
            },
          }}
        />
      </div>
    </figure>
  );
}
