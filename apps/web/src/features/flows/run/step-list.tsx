import type { FlowGraph, FlowStep } from '@lectern/contract';
import { Anchor, Badge, Box, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useModelName } from '../../../ui/display/use-model-name.ts';
import { useFormat } from '../../../ui/format/use-format.ts';
import { usePrice } from './run-facts.tsx';
import classes from './run-panel.module.css';
import { StepData } from './step-data.tsx';

const colors = { running: 'blue', waiting: 'blue', succeeded: 'teal', failed: 'red' } as const;

/** Time between a step's start and its end; null while it is under way or waits for a person. */
export function tookMs({ startedAt, finishedAt, status }: FlowStep): number | null {
  if (finishedAt === null || status === 'waiting') return null;
  return new Date(finishedAt).getTime() - new Date(startedAt).getTime();
}

/** Of a flow that this one runs, behind the node that runs it. */
export function nameOfStep(graph: FlowGraph, { nodeId, title }: Pick<FlowStep, 'nodeId' | 'title'>): string {
  const [own = ''] = nodeId.split('/');
  const name = graph.nodes.find(({ id }) => id === own)?.name ?? own;
  return title === null ? name : `${name} › ${title}`;
}

/** Round within a loop or iteration, from 1; undefined outside. */
export function roundOf({ frame }: Pick<FlowStep, 'frame'>): number | undefined {
  const [, round] = /:(\d+)$/.exec(frame) ?? [];
  return round === undefined ? undefined : Number(round) + 1;
}

/** Every step of a run in the order in which they began. */
export function StepList({
  steps,
  graph,
  selected,
  onSelect,
}: {
  steps: readonly FlowStep[];
  graph: FlowGraph;
  /** The node whose steps stand out. */
  selected: string | undefined;
  onSelect: (nodeId: string) => void;
}) {
  const { t } = useTranslation('flows');
  const sorted = [...steps].sort((a, b) => a.startedAt.localeCompare(b.startedAt));
  return (
    <Box component="section">
      <Text component="h3" size="sm" fw={600} m={0} mb={4}>
        {t('run.steps')}
      </Text>
      {sorted.map((step) => (
        <Step
          key={step.key}
          step={step}
          name={nameOfStep(graph, step)}
          isSelected={step.nodeId === selected}
          onSelect={onSelect}
        />
      ))}
    </Box>
  );
}

function Step({
  step,
  name,
  isSelected,
  onSelect,
}: {
  step: FlowStep;
  name: string;
  isSelected: boolean;
  onSelect: (nodeId: string) => void;
}) {
  const { t } = useTranslation('flows');
  const format = useFormat();
  const price = usePrice();
  const modelName = useModelName();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSelected) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  const took = tookMs(step);
  const round = roundOf(step);
  const facts = [
    round !== undefined && t('run.round', { number: round }),
    step.attempts > 1 && t('run.attempts', { count: step.attempts }),
    step.tokens > 0 && t('run.tokens', { tokens: format.number(step.tokens) }),
    price(step.price),
    ...step.models.map(({ name: model, insteadOf }) => {
      const shown = modelName({ builtIn: model.startsWith('built-in/'), type: 'chat', name: model });
      return insteadOf === null ? shown : t('run.insteadOf', { model: shown, other: insteadOf });
    }),
  ].filter(Boolean);
  return (
    <div ref={place} className={classes.step} data-selected={isSelected || undefined}>
      <UnstyledButton className={classes.stepHead} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
        <span className={classes.stepName}>{name}</span>
        {took !== null && (
          <Text span size="xs" c="dimmed" className="nowrap">
            {format.duration(took)}
          </Text>
        )}
        <Badge size="xs" variant="light" color={colors[step.status]} style={{ flex: 'none' }}>
          {t(`run.status.${step.status}`)}
        </Badge>
      </UnstyledButton>
      {open && (
        <Box ps={22}>
          {step.error && (
            <Text size="xs" c="red">
              {step.error.message}
            </Text>
          )}
          {facts.length > 0 && (
            <Text size="xs" c="dimmed" className="numeric">
              {facts.join(' · ')}
            </Text>
          )}
          <StepData title={t('run.inputs')} data={step.inputs} />
          <StepData title={t('run.outputs')} data={step.outputs} />
          <Anchor
            component="button"
            type="button"
            size="xs"
            onClick={() => onSelect(step.nodeId.split('/')[0] ?? '')}
          >
            {t('run.showNode')}
          </Anchor>
        </Box>
      )}
    </div>
  );
}
