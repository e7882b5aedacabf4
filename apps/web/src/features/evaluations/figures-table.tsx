import type { EvaluationRun, EvaluationVariant, RetrievalSettings } from '@lectern/contract';
import { Badge, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './evaluations.module.css';

export const shownFigures = ['hitRate', 'recall5', 'recall10', 'mrr10', 'ndcg10'] as const;

/** The place of the variant that ranks best; undefined while nothing is known. */
export function findBest(variants: readonly EvaluationVariant[]): number | undefined {
  let best: number | undefined;
  for (const [n, { figures }] of variants.entries())
    if (figures && figures.ndcg10 > (variants[best ?? -1]?.figures?.ndcg10 ?? -1)) best = n;
  return best;
}

/** Of several variants one ranks better than all others. */
export function isBestAlone(variants: readonly EvaluationVariant[]): boolean {
  const top = variants[findBest(variants) ?? -1]?.figures?.ndcg10;
  const equals = variants.filter(({ figures }) => figures?.ndcg10 === top);
  return variants.length > 1 && top !== undefined && equals.length === 1;
}

type FiguresTableProps = { run: EvaluationRun; action: (settings: RetrievalSettings) => ReactNode };

/** A row for each variant: its figures, what it was set to, and a way to try it. */
export function FiguresTable({ run, action }: FiguresTableProps) {
  const { t } = useTranslation('evaluation');
  const format = useFormat();
  const best = findBest(run.variants);
  const isAlone = isBestAlone(run.variants);
  const highest = (figure: (typeof shownFigures)[number]) =>
    Math.max(...run.variants.map(({ figures }) => figures?.[figure] ?? 0));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label={t('runs.figures')}>
      <Table miw={780} aria-label={t('runs.figures')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th miw={190}>{t('runs.variantName')}</Table.Th>
            {shownFigures.map((figure) => (
              <Table.Th key={figure} ta="right" title={t(`hints.${figure}`)}>
                {t(`figures.${figure}`)}
              </Table.Th>
            ))}
            <Table.Th ta="right">{t('figures.meanMs')}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {run.variants.map(({ name, settings, figures }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: variants may bear the same name, and never move.
            <Table.Tr key={n}>
              <Table.Td>
                <Group gap={6}>
                  <Text size="sm" fw={500}>
                    {name}
                  </Text>
                  {isAlone && best === n && (
                    <Badge color="teal" size="sm">
                      {t('runs.best')}
                    </Badge>
                  )}
                </Group>
                <Text size="xs" c="dimmed">
                  {t('runs.summary', {
                    weight: format.number(settings.keywordWeight),
                    threshold: format.number(settings.similarityThreshold),
                    topN: format.number(settings.topN),
                  })}
                  {settings.useGraph && ` · ${t('runs.withGraph')}`}
                  {settings.rerankModelId !== null && ` · ${t('runs.withRerank')}`}
                </Text>
              </Table.Td>
              {shownFigures.map((figure) => (
                <Table.Td
                  key={figure}
                  ta="right"
                  className="numeric"
                  fw={figures && figures[figure] === highest(figure) ? 600 : undefined}
                >
                  {figures ? format.percent(figures[figure]) : '–'}
                </Table.Td>
              ))}
              <Table.Td ta="right" className="numeric">
                {figures ? format.duration(Math.round(figures.meanMs)) : '–'}
              </Table.Td>
              <Table.Td ta="right">{action(settings)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
