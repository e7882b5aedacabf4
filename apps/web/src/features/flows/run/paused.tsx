import type { FlowStep } from '@lectern/contract';
import { Button, Card, Group, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerSkipForward, IconPlayerStop } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { StepData } from './step-data.tsx';
import { nameOfStep } from './step-list.tsx';
import type { ShownRun } from './use-flow-run.ts';

/** A run that stopped before a node: what the node is about to be given, and the ways on. */
export function Paused({
  step,
  run,
  breakpoints,
}: {
  step: FlowStep;
  run: ShownRun;
  breakpoints: readonly string[];
}) {
  const { t } = useTranslation('flows');
  const go = (once: boolean) =>
    void run.answer(step.key, { kind: 'go', once, breakpoints: [...breakpoints] });
  return (
    <Card padding="sm">
      <Text size="sm" fw={600}>
        {run.run && t('run.pausedBefore', { name: nameOfStep(run.run.graph, step) })}
      </Text>
      <StepData title={t('run.inputs')} data={step.inputs} />
      <StepData title={t('settings.variables')} data={run.run?.variables ?? {}} />
      <Group gap="xs" mt="xs">
        <Button
          size="compact-sm"
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          onClick={() => go(false)}
        >
          {t('run.goOn')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerSkipForward size={14} aria-hidden />}
          onClick={() => go(true)}
        >
          {t('run.stepOn')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          onClick={() => void run.cancel()}
        >
          {t('run.stop')}
        </Button>
      </Group>
    </Card>
  );
}
