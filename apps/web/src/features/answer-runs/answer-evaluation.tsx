import {
  type AnswerRun,
  type Assistant,
  deleteAnswerRun,
  getAssistant,
  listAnswerRuns,
  listAssistantQuestionSets,
  publishAssistantDraft,
  type ResponseOf,
  startAnswerRun,
} from '@lectern/contract';
import { Button, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { IconPlayerPlay, IconReportAnalytics } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/me.ts';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { FormError } from '../../ui/form/form-error.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { LinkButton } from '../../ui/link.tsx';
import { RunDetails } from './run-details.tsx';
import { isRunning } from './use-answer-runs.ts';

type Sets = ResponseOf<typeof listAssistantQuestionSets>['items'];

type Props = {
  assistant: Assistant;
  runId: string | undefined;
  onRun: (runId: string | undefined) => void;
  /** A way to the questions of a set. */
  renderSetLink: (set: Sets[number]) => ReactNode;
  /** A way to make the first set. */
  renderNewSet: (knowledgeBaseId: string) => ReactNode;
};

const lookEveryMs = 1_000;

/** Question sets over the answers of an assistant: run, compared with the last run, and the draft published. */
export function AnswerEvaluation({ assistant, runId, onRun, renderSetLink, renderNewSet }: Props) {
  const { t } = useTranslation('improve');
  const sets = useApiQuery(listAssistantQuestionSets, { params: { assistantId: assistant.id } });
  const runs = useApiQuery(
    listAnswerRuns,
    { params: { assistantId: assistant.id }, query: { pageSize: 100 } },
    { refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? lookEveryMs : false) },
  );
  return (
    <>
      <PageHeader title={t('evaluation.title')} description={t('evaluation.description')} />
      <QueryBoundary query={sets} skeleton={<SkeletonList rows={4} height={80} />}>
        {({ items, newIn }) =>
          items.length === 0 ? (
            <EmptyState
              icon={IconReportAnalytics}
              title={t('evaluation.none')}
              text={t('evaluation.noneText')}
              action={newIn[0] && renderNewSet(newIn[0].id)}
            />
          ) : (
            <>
              <StartRun
                key={assistant.id}
                assistant={assistant}
                sets={items}
                busy={runs.data?.items.some(isRunning) ?? false}
                onStarted={onRun}
                renderSetLink={renderSetLink}
              />
              <QueryBoundary query={runs} skeleton={<SkeletonList rows={3} />}>
                {({ items: all }) => <Runs assistant={assistant} runs={all} runId={runId} onRun={onRun} />}
              </QueryBoundary>
            </>
          )
        }
      </QueryBoundary>
    </>
  );
}

type StartProps = Pick<Props, 'assistant' | 'renderSetLink'> & {
  sets: Sets;
  busy: boolean;
  onStarted: (runId: string) => void;
};

function StartRun({ assistant, sets, busy, onStarted, renderSetLink }: StartProps) {
  const { t } = useTranslation('improve');
  const format = useFormat();
  const hasDraft = assistant.draft !== null || assistant.flowHasDraft;
  const [setId, setSetId] = useState(sets.find(({ questionCount }) => questionCount > 0)?.id ?? sets[0]?.id);
  const [settings, setSettings] = useState<'published' | 'draft'>(hasDraft ? 'draft' : 'published');
  const [judge, setJudge] = useState<'words' | 'model'>('words');
  const start = useApiMutation(startAnswerRun, {
    invalidates: [listAnswerRuns],
    handlesError: true,
    onSuccess: ({ id }) => onStarted(id),
  });
  const set = sets.find(({ id }) => id === setId);
  const asked = settings === 'draft' && !hasDraft ? 'published' : settings;
  return (
    <SectionCard title={t('evaluation.run')} description={t('evaluation.runText')}>
      <Stack gap="md">
        <Group gap="md" align="flex-end">
          <Select
            label={t('evaluation.set')}
            allowDeselect={false}
            flex="1 1 16rem"
            maw={420}
            data={sets.map(({ id, name, knowledgeBaseName }) => ({
              value: id,
              label: `${name} · ${knowledgeBaseName}`,
            }))}
            value={setId ?? null}
            onChange={(id) => setSetId(id ?? undefined)}
          />
          {hasDraft && (
            <SegmentedControl
              aria-label={t('evaluation.settings')}
              data={(['draft', 'published'] as const).map((value) => ({
                value,
                label: t(`evaluation.of.${value}`),
              }))}
              value={asked}
              onChange={(value) => setSettings(value as 'published' | 'draft')}
            />
          )}
          <SegmentedControl
            aria-label={t('evaluation.judge')}
            data={(['words', 'model'] as const).map((value) => ({
              value,
              label: t(`evaluation.judges.${value}`),
            }))}
            value={judge}
            onChange={(value) => setJudge(value as 'words' | 'model')}
          />
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            disabled={busy || !set || set.questionCount === 0}
            loading={start.isPending}
            onClick={() =>
              set &&
              start.mutate({
                params: { assistantId: assistant.id },
                body: { evaluationSetId: set.id, settings: asked, judge },
              })
            }
          >
            {t('evaluation.start')}
          </Button>
        </Group>
        {set && (
          <Group gap="md">
            <Text size="sm" c="dimmed">
              {t('evaluation.counts', {
                count: set.questionCount,
                formatted: format.number(set.questionCount),
              })}
            </Text>
            {renderSetLink(set)}
          </Group>
        )}
        <FormError error={start.error} />
      </Stack>
    </SectionCard>
  );
}

type RunsProps = {
  assistant: Assistant;
  runs: AnswerRun[];
  runId: string | undefined;
  onRun: (runId: string | undefined) => void;
};

function Runs({ assistant, runs, runId, onRun }: RunsProps) {
  const { t } = useTranslation('improve');
  const format = useFormat();
  const run = runs.find(({ id }) => id === runId) ?? runs[0];
  const remove = useApiMutation(deleteAnswerRun, {
    invalidates: [listAnswerRuns],
    successMessage: 'improve:evaluation.deleted',
    handlesError: true,
    onSuccess: () => onRun(undefined),
  });
  const publish = useApiMutation(publishAssistantDraft, {
    invalidates: [getAssistant, listAnswerRuns],
    successMessage: 'improve:evaluation.published',
  });
  if (!run) return <Text c="dimmed">{t('evaluation.noRuns')}</Text>;
  const label = (one: AnswerRun) =>
    [
      format.dateTime(one.createdAt),
      one.settings === 'draft' ? t('evaluation.of.draft') : t('version', { number: one.version }),
      one.setName,
    ].join(' · ');
  const mayPublish =
    run.settings === 'draft' &&
    run.state === 'finished' &&
    assistant.draft !== null &&
    run.id === runs[0]?.id;
  const ofChangedFlow = assistant.flowHasDraft && run.settings === 'draft' ? assistant.flowId : null;
  return (
    <SectionCard
      title={t('evaluation.result')}
      action={
        <Group gap="xs">
          {runs.length > 1 && (
            <Select
              aria-label={t('evaluation.shown')}
              allowDeselect={false}
              flex="1 1 240px"
              maw={360}
              data={runs.map((one) => ({ value: one.id, label: label(one) }))}
              value={run.id}
              onChange={(id) => onRun(id ?? undefined)}
            />
          )}
          {ofChangedFlow && <OpenFlow flowId={ofChangedFlow} />}
          {mayPublish && (
            <Button
              loading={publish.isPending}
              onClick={() =>
                publish.mutate({
                  params: { assistantId: assistant.id },
                  body: {
                    note:
                      run.figures?.right == null
                        ? ''
                        : t('evaluation.note', { right: format.percent(run.figures.right) }),
                  },
                })
              }
            >
              {t('evaluation.publish')}
            </Button>
          )}
        </Group>
      }
    >
      <RunDetails
        key={run.id}
        run={run}
        runs={runs}
        labelOf={label}
        onDelete={() => remove.mutateAsync({ params: { answerRunId: run.id } })}
      />
    </SectionCard>
  );
}

/** A flow is published in its editor, by those who may draw flows. */
function OpenFlow({ flowId }: { flowId: string }) {
  const { t } = useTranslation('improve');
  if (!usePermission('Flow')) return null;
  return (
    <LinkButton variant="default" to="/flow/$flowId" params={{ flowId }}>
      {t('evaluation.openFlow')}
    </LinkButton>
  );
}
