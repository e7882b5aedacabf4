import type { FlowGraph, FlowStep, Json } from '@lectern/contract';
import { Anchor, Badge, Box, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/format/use-format.ts';
import classes from './run-panel.module.css';

const colors = { running: 'blue', waiting: 'blue', succeeded: 'teal', failed: 'red' } as const;

/** Every step of a run in the order in which they began. */
export function StepList({
  steps,
  graph,
  onSelect,
}: {
  steps: readonly FlowStep[];
  graph: FlowGraph;
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
          name={graph.nodes.find(({ id }) => id === step.nodeId)?.name ?? step.nodeId}
          onSelect={onSelect}
        />
      ))}
    </Box>
  );
}

function Step({
  step,
  name,
  onSelect,
}: {
  step: FlowStep;
  name: string;
  onSelect: (nodeId: string) => void;
}) {
  const { t } = useTranslation('flows');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const took =
    step.finishedAt === null
      ? null
      : new Date(step.finishedAt).getTime() - new Date(step.startedAt).getTime();
  return (
    <div className={classes.step}>
      <UnstyledButton className={classes.stepHead} aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
        <span className={classes.stepName}>{name}</span>
        {took !== null && step.status !== 'waiting' && (
          <Text span size="xs" c="dimmed">
            {t('run.took', { ms: format.number(took) })}
          </Text>
        )}
        <Badge size="xs" variant="light" color={colors[step.status]}>
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
          {step.attempts > 1 && <Text size="xs">{t('run.attempts', { count: step.attempts })}</Text>}
          {step.tokens > 0 && (
            <Text size="xs">{t('run.tokens', { tokens: format.number(step.tokens) })}</Text>
          )}
          <Data title={t('run.inputs')} data={step.inputs} />
          <Data title={t('run.outputs')} data={step.outputs} />
          <Anchor component="button" type="button" size="xs" onClick={() => onSelect(step.nodeId)}>
            {t('run.showNode')}
          </Anchor>
        </Box>
      )}
    </div>
  );
}

function Data({ title, data }: { title: string; data: Record<string, Json> }) {
  const entries = Object.entries(data);
  if (entries.length === 0) return null;
  return (
    <>
      <Text size="xs" c="dimmed" mt={4}>
        {title}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={classes.data} tabIndex={0} aria-label={title}>
        {entries
          .map(
            ([key, value]) => `${key}: ${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}`,
          )
          .join('\n')}
      </section>
    </>
  );
}
