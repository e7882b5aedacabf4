import type { EvaluationRun, EvaluationSet, KnowledgeBase, RetrievalSettings } from '@lectern/contract';
import { ActionIcon, Badge, Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { RunProgress } from '../../ui/feedback/run-progress.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { Compare } from './compare.tsx';
import { FiguresChart } from './figures-chart.tsx';
import { FiguresTable } from './figures-table.tsx';
import { type RenderSettings, RunDialog } from './run-dialog.tsx';
import { isRunActive, useEvaluationActions, useRuns } from './use-evaluations.ts';

const tones = { queued: 'gray', running: 'teal', finished: 'green', cancelled: 'gray', failed: 'red' };

type RunListProps = {
  knowledgeBase: KnowledgeBase;
  set: EvaluationSet;
  runId: string | undefined;
  onRun: (runId: string | undefined) => void;
  renderSettings: RenderSettings;
  /** A way to the retrieval test with these settings. */
  linkToTest: (settings: RetrievalSettings) => ReactNode;
};

/** The runs of a set: one is shown with its figures, and compared question by question. */
export function RunList({ knowledgeBase, set, runId, onRun, renderSettings, linkToTest }: RunListProps) {
  const { t } = useTranslation('evaluation');
  const format = useFormat();
  const [creating, setCreating] = useState(false);
  const query = useRuns(set.id);
  const mayChange = knowledgeBase.abilities.update;
  const going = query.data?.items.some(isRunActive) ?? false;
  return (
    <>
      <SectionCard
        title={t('runs.title')}
        description={t('runs.description')}
        action={
          mayChange && (
            <Button
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              disabled={going || set.questionCount === 0}
              onClick={() => setCreating(true)}
            >
              {t('runs.new')}
            </Button>
          )
        }
      >
        <QueryBoundary query={query} skeleton={<SkeletonList rows={3} />}>
          {({ items }) => {
            const run = items.find(({ id }) => id === runId) ?? items[0];
            if (!run) return <Text c="dimmed">{t('runs.none')}</Text>;
            return (
              <Stack gap="md">
                {items.length > 1 && (
                  <Select
                    label={t('runs.shown')}
                    allowDeselect={false}
                    maw={360}
                    data={items.map(({ id, createdAt, variants }) => ({
                      value: id,
                      label: t('runs.label', { at: format.dateTime(createdAt), count: variants.length }),
                    }))}
                    value={run.id}
                    onChange={(id) => onRun(id ?? undefined)}
                  />
                )}
                <RunFacts
                  run={run}
                  commands={
                    <RunCommands run={run} mayChange={mayChange} onDeleted={() => onRun(undefined)} />
                  }
                />
                {run.state === 'finished' && (
                  <>
                    <FiguresChart run={run} />
                    <FiguresTable run={run} action={linkToTest} />
                  </>
                )}
              </Stack>
            );
          }}
        </QueryBoundary>
      </SectionCard>
      {query.data && <Compared runs={query.data.items} runId={runId} />}
      <RunDialog
        knowledgeBase={knowledgeBase}
        set={set}
        opened={creating}
        onClose={() => setCreating(false)}
        onStarted={onRun}
        renderSettings={renderSettings}
      />
    </>
  );
}

function Compared({ runs, runId }: { runs: readonly EvaluationRun[]; runId: string | undefined }) {
  const run = runs.find(({ id }) => id === runId) ?? runs[0];
  return run?.state === 'finished' ? <Compare key={run.id} run={run} runs={runs} /> : null;
}

function RunCommands({
  run,
  mayChange,
  onDeleted,
}: {
  run: EvaluationRun;
  mayChange: boolean;
  onDeleted: () => void;
}) {
  const { t } = useTranslation('evaluation');
  const { cancel, deleteRun } = useEvaluationActions();
  const params = { evaluationRunId: run.id };
  if (!mayChange) return null;
  return isRunActive(run) ? (
    <Button
      variant="default"
      leftSection={<IconPlayerStop size={16} aria-hidden />}
      loading={cancel.isPending}
      onClick={() => cancel.mutate({ params })}
    >
      {t('runs.cancel')}
    </Button>
  ) : (
    <ActionIcon
      size="lg"
      aria-label={t('runs.delete')}
      onClick={() =>
        openConfirmModal({
          title: t('runs.deleteTitle'),
          text: t('runs.deleteText'),
          confirmLabel: t('delete'),
          onConfirm: async () => {
            await deleteRun.mutateAsync({ params });
            onDeleted();
          },
        })
      }
    >
      <IconTrash size={17} aria-hidden />
    </ActionIcon>
  );
}

function RunFacts({ run, commands }: { run: EvaluationRun; commands: ReactNode }) {
  const { t } = useTranslation('evaluation');
  const format = useFormat();
  return (
    <>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Group gap="xs" miw={0}>
          <Badge color={tones[run.state]}>{t(`states.${run.state}`)}</Badge>
          <Text size="sm" c="dimmed">
            {t('runs.facts', {
              at: format.dateTime(run.createdAt),
              owner: run.ownerName,
              questions: format.number(run.total),
              documents: format.number(run.documentCount),
              chunks: format.number(run.chunkCount),
            })}
          </Text>
        </Group>
        {commands}
      </Group>
      {isRunActive(run) && (
        <RunProgress
          label={t('runs.progressLabel')}
          stage={t('runs.progress', { done: format.number(run.done), total: format.number(run.total) })}
          percent={run.total === 0 ? 0 : (run.done / run.total) * 100}
          queued={run.state === 'queued'}
        />
      )}
      {run.leftOut > 0 && (
        <Text size="sm" c="dimmed">
          {t('runs.leftOut', { count: run.leftOut })}
        </Text>
      )}
      {run.error && <FormError>{run.error.message}</FormError>}
    </>
  );
}
