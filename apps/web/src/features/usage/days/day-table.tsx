import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useDayText } from '../../../ui/format/use-day-text.ts';
import classes from './day-card.module.css';
import type { DaysShown } from './day-chart.tsx';

/** The numbers of the chart, the last day first. */
export function DayTable({ unit, buckets, series, show }: DaysShown) {
  const { t } = useTranslation('usage');
  const dayText = useDayText();
  const withTotal = series.length > 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section className={classes.scroller} aria-label={t('chart.list')} tabIndex={0}>
      <Table stickyHeader verticalSpacing={7} aria-label={t('chart.list')} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(unit === 'day' ? 'chart.columnDay' : 'chart.columnWeek')}</Table.Th>
            {series.map(({ key, label }) => (
              <Table.Th key={key} ta="right">
                {label}
              </Table.Th>
            ))}
            {withTotal && <Table.Th ta="right">{t('chart.total')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {buckets.toReversed().map((bucket) => (
            <Table.Tr key={bucket.from}>
              <Table.Th scope="row" fw={400}>
                {dayText.bucket(bucket)}
              </Table.Th>
              {series.map(({ key, read }) => (
                <Table.Td key={key} ta="right" className="numeric">
                  {show(read(bucket))}
                </Table.Td>
              ))}
              {withTotal && (
                <Table.Td ta="right" fw={550} className="numeric">
                  {show(series.reduce((sum, { read }) => sum + read(bucket), 0))}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
