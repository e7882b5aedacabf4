import { type FlowRunSummary, getPublicSettings } from '@lectern/contract';
import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';

const tones: Record<FlowRunSummary['state'], Tone> = {
  queued: 'neutral',
  running: 'neutral',
  waiting: 'warning',
  finished: 'success',
  failed: 'danger',
  cancelled: 'neutral',
};

export function RunState({ state }: Pick<FlowRunSummary, 'state'>) {
  const { t } = useTranslation('flows');
  return <StatusBadge tone={tones[state]}>{t(`runs.states.${state}`)}</StatusBadge>;
}

/** Money as the installation counts it; undefined where nothing was paid. */
export function usePrice(): (price: number) => string | undefined {
  const format = useFormat();
  const { data } = useApiQuery(getPublicSettings, {}, { staleTime: Number.POSITIVE_INFINITY });
  return (price) => (price > 0 && data ? format.smallMoney(price, data.currency) : undefined);
}

/** How a run went, in a line. */
export function RunFacts({ run }: { run: Omit<FlowRunSummary, 'id' | 'flowId'> }) {
  const { t } = useTranslation('flows');
  const format = useFormat();
  const price = usePrice();
  const facts = [
    run.version === null ? t('list.draft') : t('versions.number', { number: run.version }),
    t('runs.steps', { count: run.stepCount }),
    format.duration(run.durationMs),
    run.tokens > 0 && t('run.tokens', { tokens: format.number(run.tokens) }),
    price(run.price),
  ].filter(Boolean);
  return (
    <Group gap={8}>
      <RunState state={run.state} />
      <Text size="xs" c="dimmed" className="numeric">
        {facts.join(' · ')}
      </Text>
    </Group>
  );
}
