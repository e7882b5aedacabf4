import type { EvaluationRun } from '@lectern/contract';
import { BarChart } from '@mantine/charts';
import { Box } from '@mantine/core';
import '@mantine/charts/styles.css';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './evaluations.module.css';
import { shownFigures } from './figures-table.tsx';

const colors = ['teal.7', 'blue.6', 'orange.6', 'grape.6', 'red.6', 'gray.6'];
const swatches = colors.map((color) => `var(--mantine-color-${color.replace('.', '-')})`);

/** The figures of each variant side by side; the table next to it has the numbers. */
export function FiguresChart({ run }: { run: EvaluationRun }) {
  const { t } = useTranslation('evaluation');
  const format = useFormat();
  const data = shownFigures.map((figure) => ({
    figure: t(`figures.${figure}`),
    ...Object.fromEntries(run.variants.map(({ figures }, n) => [`v${n}`, figures?.[figure] ?? 0])),
  }));
  return (
    <Box component="figure" m={0}>
      <ul className={classes.legend}>
        {run.variants.map(({ name }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: variants may bear the same name, and never move.
          <li key={n}>
            <Box component="span" w={10} h={10} bdrs={2} style={{ background: swatches[n] }} aria-hidden />
            {name}
          </li>
        ))}
      </ul>
      <div role="img" aria-label={t('runs.chart', { count: run.variants.length })}>
        <BarChart
          h={220}
          data={data}
          dataKey="figure"
          series={run.variants.map(({ name }, n) => ({
            name: `v${n}`,
            label: name,
            color: colors[n] ?? 'gray.6',
          }))}
          valueFormatter={(value) => format.percent(value)}
          accessibilityLayer={false}
          strokeDasharray="0"
          tickLine="none"
          maxBarWidth={28}
          gridColor="var(--hairline)"
          yAxisProps={{ width: 48, domain: [0, 1] }}
        />
      </div>
    </Box>
  );
}
