import { BarChart } from '@mantine/charts';
import { Box } from '@mantine/core';
import '@mantine/charts/styles.css';
import { useDayText } from '../format/use-day-text.ts';
import classes from './day-bars.module.css';

/** A part of each bar. */
export type DaySeries<Bucket> = {
  key: string;
  label: string;
  color: string;
  read: (bucket: Bucket) => number;
};

type Props<Bucket> = {
  buckets: readonly Bucket[];
  series: readonly DaySeries<Bucket>[];
  show: (value: number) => string;
  showOnAxis: (value: number) => string;
  /** What a screen reader says of the picture. */
  label: string;
  allowDecimals?: boolean;
};

/** A bar for each day, its parts one above the other. To a screen reader it is one picture. */
export function DayBars<Bucket extends { from: string; to: string }>(props: Props<Bucket>) {
  const { buckets, series, show, showOnAxis, label, allowDecimals = false } = props;
  const dayText = useDayText();
  const byDay = new Map(buckets.map((bucket) => [bucket.from, bucket]));
  return (
    <figure className={classes.figure}>
      {series.length > 1 && (
        <ul className={classes.legend}>
          {series.map(({ key, label: name, color }) => (
            <li key={key}>
              <Box component="span" w={10} h={10} bdrs={3} style={{ background: color }} aria-hidden />
              {name}
            </li>
          ))}
        </ul>
      )}
      <div role="img" aria-label={label}>
        <BarChart
          h={260}
          type="stacked"
          data={buckets.map((bucket) => ({
            day: bucket.from,
            ...Object.fromEntries(series.map(({ key, read }) => [key, read(bucket)])),
          }))}
          dataKey="day"
          series={series.map(({ key, label: name, color }) => ({ name: key, label: name, color }))}
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
          yAxisProps={{ width: 48, tickFormatter: showOnAxis, allowDecimals }}
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
