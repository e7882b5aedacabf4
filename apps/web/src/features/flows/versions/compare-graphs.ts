import type { FlowEdge, FlowGraph, FlowNode } from '@lectern/contract';

export type GraphDifference = {
  kind: 'added' | 'removed' | 'changed' | 'renamed' | 'connected' | 'disconnected';
  name: string;
  detail: string;
};

/** What an option or rule of a node is called in its form. */
type LabelOf = (node: FlowNode, option: string) => string;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What changed from one graph to another; where nodes stand on the canvas does not count. */
export function compareGraphs(
  before: FlowGraph,
  after: FlowGraph,
  labelOf: LabelOf = (_, option) => option,
): GraphDifference[] {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const now = new Map(after.nodes.map((node) => [node.id, node]));
  const names = (id: string) => now.get(id)?.name ?? old.get(id)?.name ?? id;
  const ends = ({ source, target }: FlowEdge) => ({ name: names(source), detail: names(target) });
  const edgesOf = ({ edges }: FlowGraph) => new Set(edges.map(({ id }) => id));
  const [oldEdges, newEdges] = [edgesOf(before), edgesOf(after)];
  return [
    ...after.nodes.flatMap((node) => compareNode(old.get(node.id), node, labelOf)),
    ...before.nodes
      .filter(({ id }) => !now.has(id))
      .map(({ name }) => ({ kind: 'removed' as const, name, detail: '' })),
    ...after.edges
      .filter(({ id }) => !oldEdges.has(id))
      .map((edge) => ({ kind: 'connected' as const, ...ends(edge) })),
    ...before.edges
      .filter(({ id }) => !newEdges.has(id))
      .map((edge) => ({ kind: 'disconnected' as const, ...ends(edge) })),
  ];
}

function compareNode(before: FlowNode | undefined, after: FlowNode, labelOf: LabelOf): GraphDifference[] {
  const { name } = after;
  if (!before) return [{ kind: 'added', name, detail: '' }];
  const renamed = before.name === name ? [] : [{ kind: 'renamed' as const, name, detail: before.name }];
  const options = new Set([...Object.keys(before.options), ...Object.keys(after.options)]);
  const changed = [...options].filter((option) => !same(before.options[option], after.options[option]));
  const rules = (
    ['onError', 'fallback', 'retries', 'retryDelaySeconds', 'timeoutSeconds', 'parentId'] as const
  ).filter((key) => !same(before[key], after[key]));
  const details = [...changed, ...rules].map((option) => labelOf(after, option));
  return details.length === 0 ? renamed : [...renamed, { kind: 'changed', name, detail: details.join(', ') }];
}
