import type { EvaluationOutcome, EvaluationRun } from '@lectern/contract';
import { Badge, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/display/data-table.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { type ComparedQuestion, compareResults } from './compare-results.ts';
import { useExpectationText } from './expectation-text.ts';
import { findBest } from './figures-table.tsx';
import { useResults } from './use-evaluations.ts';

const pageSize = 25;
const tones = { better: 'teal', worse: 'red', same: 'gray' } as const;
const shown = ['changed', 'better', 'worse', 'missed', 'all'] as const;

/** Which questions one variant answers better than another, of this run or of an earlier one. */
export function Compare({ run, runs }: { run: EvaluationRun; runs: readonly EvaluationRun[] }) {
  const { t } = useTranslation('evaluation');
  const format = useFormat();
  const finished = runs.filter(({ state }) => state === 'finished');
  const best = findBest(run.variants) ?? 0;
  const [after, setAfter] = useState(`${run.id} ${best}`);
  const [before, setBefore] = useState(`${run.id} ${best === 0 ? Math.min(1, run.variants.length - 1) : 0}`);
  const [filter, setFilter] = useState<(typeof shown)[number]>('all');
  const [page, setPage] = useState(1);
  const read = (choice: string) => {
    const [id, variant] = choice.split(' ');
    return { run: finished.find((one) => one.id === id), variant: Number(variant) };
  };
  const [was, is] = [read(before), read(after)];
  const resultsBefore = useResults(was.run);
  const resultsAfter = useResults(is.run);
  const describe = useExpectationText();
  const choices = finished.map((one) => ({
    group: format.dateTime(one.createdAt),
    items: one.variants.map(({ name }, n) => ({ value: `${one.id} ${n}`, label: name })),
  }));
  const compared =
    resultsBefore.data && resultsAfter.data
      ? compareResults(
          { items: resultsBefore.data.items, variant: was.variant },
          { items: resultsAfter.data.items, variant: is.variant },
        )
      : undefined;
  const count = (change: ComparedQuestion['change']) =>
    compared?.filter((one) => one.change === change).length ?? 0;
  const rows =
    compared?.filter(({ change, after: outcome }) => {
      if (filter === 'all') return true;
      if (filter === 'changed') return change !== 'same';
      return filter === 'missed' ? !outcome.hit : change === filter;
    }) ?? [];
  const places = ({ ranks }: EvaluationOutcome) =>
    ranks.map((rank) => (rank === null ? '–' : format.number(rank))).join(', ');
  const columns: Column<ComparedQuestion>[] = [
    {
      key: 'question',
      header: t('questions.question'),
      card: 'title',
      render: ({ question, result, after: outcome }) => (
        <>
          <LongText lines={2}>{question}</LongText>
          <Text size="xs" c="dimmed" lineClamp={2}>
            {t('compare.expected', { documents: result.expected.map(describe).join('; ') })}
          </Text>
          {!outcome.hit && outcome.first[0] && (
            <Text size="xs" c="dimmed" lineClamp={1}>
              {t('compare.instead', {
                documents: outcome.first.map(({ documentName }) => documentName).join('; '),
              })}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'before',
      header: t('compare.before'),
      width: 110,
      align: 'right',
      render: ({ before: outcome }) => <span className="numeric">{places(outcome)}</span>,
    },
    {
      key: 'after',
      header: t('compare.after'),
      width: 110,
      align: 'right',
      render: ({ after: outcome }) => <span className="numeric">{places(outcome)}</span>,
    },
    {
      key: 'change',
      header: t('compare.change'),
      width: 120,
      render: ({ change }) => <Badge color={tones[change]}>{t(`compare.${change}`)}</Badge>,
    },
  ];
  return (
    <SectionCard title={t('compare.title')} description={t('compare.description')}>
      <Stack gap="md">
        <Group gap="md" grow>
          <Select
            label={t('compare.beforeLabel')}
            data={choices}
            allowDeselect={false}
            value={before}
            onChange={(value) => value && setBefore(value)}
          />
          <Select
            label={t('compare.afterLabel')}
            data={choices}
            allowDeselect={false}
            value={after}
            onChange={(value) => value && setAfter(value)}
          />
        </Group>
        {compared ? (
          <>
            <Group justify="space-between" gap="sm">
              <Text size="sm" role="status">
                {t('compare.counts', { better: count('better'), worse: count('worse'), same: count('same') })}
              </Text>
              <Select
                size="xs"
                w={180}
                aria-label={t('compare.filter')}
                allowDeselect={false}
                data={shown.map((value) => ({ value, label: t(`filters.${value}`) }))}
                value={filter}
                onChange={(value) => {
                  setFilter((value ?? 'all') as typeof filter);
                  setPage(1);
                }}
              />
            </Group>
            {rows.length === 0 ? (
              <Text c="dimmed">{t('compare.none')}</Text>
            ) : (
              <DataTable
                label={t('compare.title')}
                columns={columns}
                rows={rows.slice((page - 1) * pageSize, page * pageSize)}
                rowKey={({ question }) => question}
                rowLabel={({ question }) => question}
                paging={{ page, pageSize, total: rows.length, onPage: setPage }}
              />
            )}
          </>
        ) : (
          <SkeletonList rows={4} height={52} />
        )}
      </Stack>
    </SectionCard>
  );
}
