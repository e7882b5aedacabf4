import {
  type AnswerFigures,
  type AnswerRun,
  cancelAnswerRun,
  listAnswerResults,
  listAnswerRuns,
} from '@lectern/contract';
import { ActionIcon, Button, Group, Select, Stack, Table, Text } from '@mantine/core';
import { IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { RunProgress } from '../../ui/feedback/run-progress.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { AnswerTable } from './answer-table.tsx';
import { compareAnswers, findBaseline, isRunning } from './use-answer-runs.ts';

type Props = {
  run: AnswerRun;
  runs: readonly AnswerRun[];
  labelOf: (run: AnswerRun) => string;
  onDelete: () => Promise<unknown>;
};

/** One run: how far it is, its figures beside those of another one, and its answers. */
export function RunDetails({ run, runs, labelOf, onDelete }: Props) {
  const { t } = useTranslation('improve');
  const format = useFormat();
  const [chosen, setChosen] = useState<string>();
  const cancel = useApiMutation(cancelAnswerRun, { invalidates: [listAnswerRuns] });
  const comparable = runs.filter(
    ({ id, state, evaluationSetId }) =>
      id !== run.id && state === 'finished' && evaluationSetId === run.evaluationSetId,
  );
  const baseline = comparable.find(({ id }) => id === chosen) ?? findBaseline(run, runs);
  const results = useResults(run);
  const before = useResults(baseline);
  return (
    <Stack gap="md">
      <Group gap="xs" justify="space-between">
        <Text size="sm" c="dimmed">
          {[
            labelOf(run),
            t(`evaluation.states.${run.state}`),
            t(`evaluation.judges.${run.judge}`),
            run.ownerName,
          ].join(' · ')}
        </Text>
        {isRunning(run) ? (
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={16} aria-hidden />}
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ params: { answerRunId: run.id } })}
          >
            {t('evaluation.cancel')}
          </Button>
        ) : (
          <ActionIcon
            size="lg"
            aria-label={t('evaluation.delete')}
            onClick={() =>
              openConfirmModal({
                title: t('evaluation.deleteTitle'),
                text: t('evaluation.deleteText'),
                confirmLabel: t('delete'),
                onConfirm: onDelete,
              })
            }
          >
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      {isRunning(run) && (
        <RunProgress
          label={t('evaluation.title')}
          stage={t('evaluation.progress', { done: format.number(run.done), total: format.number(run.total) })}
          percent={run.total === 0 ? 0 : (run.done / run.total) * 100}
          queued={run.state === 'queued'}
        />
      )}
      {run.error && <FormError>{run.error.message}</FormError>}
      {run.figures && (
        <>
          {comparable.length > 0 && (
            <Select
              label={t('evaluation.compareWith')}
              allowDeselect={false}
              maw={420}
              data={comparable.map((one) => ({ value: one.id, label: labelOf(one) }))}
              value={baseline?.id ?? null}
              placeholder={t('evaluation.nothing')}
              onChange={(id) => setChosen(id ?? undefined)}
            />
          )}
          <Figures figures={run.figures} before={baseline?.figures ?? undefined} currency={run.currency} />
          <QueryBoundary query={results} skeleton={<SkeletonList rows={4} />}>
            {({ items }) => <AnswerTable answers={compareAnswers(items, before.data?.items)} />}
          </QueryBoundary>
        </>
      )}
    </Stack>
  );
}

/** What a run that has ended found does not change any more. */
function useResults(run: AnswerRun | undefined) {
  return useApiQuery(
    listAnswerResults,
    { params: { answerRunId: run?.id ?? '' } },
    { enabled: run?.state === 'finished', staleTime: Number.POSITIVE_INFINITY },
  );
}

const shares = ['right', 'facts', 'sources', 'refusals', 'support'] as const;

type FiguresProps = { figures: AnswerFigures; before: AnswerFigures | undefined; currency: string };

function Figures({ figures, before, currency }: FiguresProps) {
  const { t } = useTranslation('improve');
  const format = useFormat();
  const percent = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format.percent(value);
  const money = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format.smallMoney(value, currency);
  const rows = [
    ...shares.map((name) => {
      const [now, was] = [figures[name], before?.[name]];
      const difference = now !== null && was !== null && was !== undefined ? now - was : 0;
      return { name, now: percent(now), was: percent(was), difference };
    }),
    {
      name: 'meanMs' as const,
      now: format.duration(figures.meanMs),
      was: before ? format.duration(before.meanMs) : '–',
      difference: 0,
    },
    {
      name: 'tokens' as const,
      now: format.number(figures.tokens),
      was: before ? format.number(before.tokens) : '–',
      difference: 0,
    },
    ...(figures.cost === null && (before?.cost ?? null) === null
      ? []
      : [{ name: 'cost' as const, now: money(figures.cost), was: money(before?.cost), difference: 0 }]),
  ];
  return (
    <Table aria-label={t('evaluation.figuresLabel')} maw={620}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('evaluation.figure')}</Table.Th>
          <Table.Th ta="right">{t('evaluation.thisRun')}</Table.Th>
          {before && <Table.Th ta="right">{t('evaluation.otherRun')}</Table.Th>}
          {before && <Table.Th ta="right">{t('evaluation.difference')}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, now, was, difference }) => (
          <Table.Tr key={name}>
            <Table.Td>{t(`evaluation.figures.${name}`)}</Table.Td>
            <Table.Td ta="right" fw={name === 'right' ? 600 : undefined} className="numeric">
              {now}
            </Table.Td>
            {before && (
              <Table.Td ta="right" c="dimmed" className="numeric">
                {was}
              </Table.Td>
            )}
            {before && (
              <Table.Td
                ta="right"
                className="numeric"
                c={difference > 0 ? 'var(--success)' : difference < 0 ? 'var(--danger)' : 'dimmed'}
              >
                {difference === 0
                  ? '–'
                  : `${difference > 0 ? '+' : '−'}${format.percent(Math.abs(difference))}`}
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
