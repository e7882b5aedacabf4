import { type FlowGraph, type FlowStep, listFlowComponents } from '@lectern/contract';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { portsOf } from '../editor/graph-edits.ts';
import { findLooseEnd } from './find-loose-end.ts';

/** Why a run ended without a word, as far as its steps tell. */
export function NothingShown({ graph, steps }: { graph: FlowGraph; steps: readonly FlowStep[] }) {
  const { t } = useTranslation('flows');
  const components = useApiQuery(listFlowComponents, {}, { staleTime: Number.POSITIVE_INFINITY });
  const end = findLooseEnd(graph, steps);
  const component = components.data?.items.find(({ id }) => id === end?.node.component);
  const port =
    end && component && portsOf(component, end.node, t('canvas.errorPort')).find(({ id }) => id === end.port);
  return (
    <Text size="sm" c="dimmed">
      {end && port ? t('run.looseEnd', { name: end.node.name, port: port.label }) : t('run.nothingShown')}
    </Text>
  );
}
