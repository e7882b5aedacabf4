import type { FlowGraph, FlowNode, FlowStep } from '@lectern/contract';

/** The node that a run left last, by a way that leads nowhere although others of it lead on. */
export function findLooseEnd(
  { nodes, edges }: FlowGraph,
  steps: readonly FlowStep[],
): { node: FlowNode; port: string } | undefined {
  const last = steps.filter(({ frame }) => frame === '').findLast(({ status }) => status === 'succeeded');
  const node = nodes.find(({ id }) => id === last?.nodeId);
  const port = last?.port;
  const ways = edges.filter(({ source }) => source === node?.id);
  const isLoose = ways.length > 0 && !ways.some((edge) => edge.port === port);
  return node && port && isLoose ? { node, port } : undefined;
}
