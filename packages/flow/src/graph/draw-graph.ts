import { type FlowGraph, type FlowGraphInput, flowGraph, type Json } from '@lectern/contract';

export type NodeForm = [
  component: string,
  options?: Record<string, Json>,
  more?: Partial<FlowGraphInput['nodes'][number]>,
];

/** A graph from short forms: `{ ask: ['generate', {…}] }` and `'begin > ask'`, `'sort.c1 > ask'`. */
export function drawGraph(
  nodes: Record<string, NodeForm>,
  edges: readonly string[],
  more: Partial<FlowGraphInput> = {},
): FlowGraph {
  return flowGraph.parse({
    nodes: Object.entries(nodes).map(([id, [component, options = {}, rest = {}]]) => ({
      id,
      component,
      name: id,
      options,
      position: { x: 0, y: 0 },
      ...rest,
    })),
    edges: edges.flatMap((chain) => {
      const ends = chain.split(' > ');
      return ends.slice(1).map((target, i) => {
        const [source = '', port = 'out'] = (ends[i] as string).split('.');
        return { id: `${source}.${port}-${target}`, source, port, target: target.split('.')[0] as string };
      });
    }),
    ...more,
  });
}
