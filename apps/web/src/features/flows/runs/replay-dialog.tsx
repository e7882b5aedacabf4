import type { FlowRun, FlowRunSummary, FlowStep } from '@lectern/contract';
import { Alert, Box, Loader, Modal, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { PostText } from '../run/post-text.tsx';
import { RunState, usePrice } from '../run/run-facts.tsx';
import panel from '../run/run-panel.module.css';
import { turnsOf } from '../run/run-turns.ts';
import { StepData } from '../run/step-data.tsx';
import { nameOfStep, roundOf, tookMs } from '../run/step-list.tsx';
import { pairSteps, type StepPair } from './compare-runs.ts';
import classes from './replay-dialog.module.css';
import type { Replay } from './use-replay.ts';

/** Two runs side by side: what they answered, what they took, and where their steps differ. */
export function ReplayDialog({ replay, onClose }: { replay: Replay | undefined; onClose: () => void }) {
  const { t } = useTranslation('flows');
  return (
    <Modal
      opened={replay !== undefined}
      onClose={onClose}
      title={t('replay.title')}
      size="min(1300px, 97vw)"
      closeOnClickOutside={false}
    >
      {replay && <Comparison replay={replay} />}
    </Modal>
  );
}

function Comparison({ replay: { before, after, isBusy, error } }: { replay: Replay }) {
  const { t } = useTranslation('flows');
  const pairs = pairSteps(before.steps, after?.steps ?? []);
  return (
    <Stack gap="md">
      <FormError error={error} />
      <Totals before={before} after={after} />
      <div className={classes.columns}>
        <Answers run={before} />
        {after ? (
          <Answers run={after} />
        ) : (
          isBusy && <Loader size="sm" aria-label={t('runs.states.running')} />
        )}
      </div>
      <Box component="section">
        <Text component="h3" size="sm" fw={600} m={0} mb={4}>
          {t('run.steps')}
        </Text>
        {pairs.map((pair) => (
          <PairRow key={pair.key} pair={pair} before={before} after={after} isOver={!isBusy} />
        ))}
      </Box>
    </Stack>
  );
}

const nameOf = (t: ReturnType<typeof useTranslation<'flows'>>['t'], { version }: FlowRunSummary) =>
  version === null ? t('list.draft') : t('versions.number', { number: version });

/** State, steps, tokens, price and time of both, and how much more or less it was. */
function Totals({ before, after }: { before: FlowRun; after: FlowRun | undefined }) {
  const { t } = useTranslation('flows');
  const format = useFormat();
  const price = usePrice();
  const rows: [name: string, show: (run: FlowRun) => string, of: (run: FlowRun) => number][] = [
    [t('run.steps'), (run) => format.number(run.stepCount), (run) => run.stepCount],
    [t('replay.tokens'), (run) => format.number(run.tokens), (run) => run.tokens],
    [t('replay.price'), (run) => price(run.price) ?? '–', (run) => run.price],
    [t('replay.time'), (run) => format.duration(run.durationMs), (run) => run.durationMs],
  ];
  const change = (of: (run: FlowRun) => number) => {
    const [from, to] = [of(before), after ? of(after) : 0];
    if (!after || from === 0 || from === to) return '';
    return `${to > from ? '+' : '−'}${format.percent(Math.abs(to - from) / from)}`;
  };
  return (
    <table className={`${classes.totals} numeric`}>
      <thead>
        <tr>
          <td />
          <th scope="col">
            {nameOf(t, before)} <span className={classes.note}>{t('replay.before')}</span>
          </th>
          <th scope="col">
            {after && nameOf(t, after)} <span className={classes.note}>{t('replay.after')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{t('runs.state')}</th>
          <td>
            <RunState state={before.state} />
          </td>
          <td>{after && <RunState state={after.state} />}</td>
        </tr>
        {rows.map(([name, show, of]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{show(before)}</td>
            <td>
              {after && show(after)} <span className={classes.note}>{change(of)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Answers({ run }: { run: FlowRun }) {
  const { t } = useTranslation('flows');
  return (
    <Box component="section" miw={0} aria-label={nameOf(t, run)}>
      {turnsOf(run).map((turn, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns keep their places.
        <Box key={index} mb="sm">
          {turn.question !== '' && <div className={panel.question}>{turn.question}</div>}
          {turn.posts.map((post, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: posts keep their places.
            <PostText key={place} post={post} />
          ))}
        </Box>
      ))}
      {run.error && (
        <Alert color="red" p="xs">
          {run.error.message}
        </Alert>
      )}
    </Box>
  );
}

function PairRow({
  pair: { before, after, changed },
  before: earlier,
  after: later,
  isOver,
}: {
  pair: StepPair;
  before: FlowRun;
  after: FlowRun | undefined;
  isOver: boolean;
}) {
  const { t } = useTranslation('flows');
  const [open, setOpen] = useState(false);
  const step = (after ?? before) as FlowStep;
  const round = roundOf(step);
  const name = nameOfStep(after && later ? later.graph : earlier.graph, step);
  const verdict =
    before && after
      ? t(changed.size > 0 ? 'replay.different' : 'replay.same')
      : after
        ? t('replay.onlyAfter')
        : isOver
          ? t('replay.onlyBefore')
          : '';
  return (
    <div className={panel.step}>
      <UnstyledButton className={panel.stepHead} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
        <span className={panel.stepName}>
          {name}
          {round !== undefined && ` · ${t('run.round', { number: round })}`}
        </span>
        {verdict !== '' && (
          <StatusBadge tone={changed.size > 0 || !before ? 'warning' : 'neutral'}>{verdict}</StatusBadge>
        )}
      </UnstyledButton>
      <div className={classes.columns}>
        <Side step={before} changed={changed} open={open} />
        <Side step={after} changed={changed} open={open} />
      </div>
    </div>
  );
}

function Side({
  step,
  changed,
  open,
}: {
  step: FlowStep | undefined;
  changed: ReadonlySet<string>;
  open: boolean;
}) {
  const { t } = useTranslation('flows');
  const format = useFormat();
  const price = usePrice();
  if (!step) return <div />;
  const took = tookMs(step);
  const facts = [
    t(`run.status.${step.status}`),
    took !== null && format.duration(took),
    step.tokens > 0 && t('run.tokens', { tokens: format.number(step.tokens) }),
    price(step.price),
  ].filter(Boolean);
  return (
    <Box miw={0} ps={22}>
      <Text size="xs" c="dimmed" className="numeric">
        {facts.join(' · ')}
      </Text>
      {step.error && (
        <Text size="xs" c="red">
          {step.error.message}
        </Text>
      )}
      {open && <StepData title={t('run.inputs')} data={step.inputs} />}
      {open && <StepData title={t('run.outputs')} data={step.outputs} marked={changed} />}
    </Box>
  );
}
