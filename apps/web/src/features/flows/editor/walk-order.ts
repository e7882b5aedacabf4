import type { FlowComponentDescription, FlowGraph, FlowNode, Json } from '@lectern/contract';
import type { Components } from './graph-edits.ts';

/** Every node in the order in which one reads the flow: along its edges from the beginning, then what is left. */
export function readingOrder({ nodes, edges }: FlowGraph): string[] {
  const targets = new Map<string, string[]>();
  for (const { source, target } of edges) targets.set(source, [...(targets.get(source) ?? []), target]);
  const led = new Set(edges.map(({ target }) => target));
  const byPlace = [...nodes].sort((a, b) => a.position.x - b.position.x || a.position.y - b.position.y);
  const begins = (node: FlowNode) => (node.component === 'begin' ? 0 : node.parentId === null ? 1 : 2);
  const starts = byPlace.filter(({ id }) => !led.has(id)).sort((a, b) => begins(a) - begins(b));
  const order = new Set<string>();
  const inside = (id: string) => starts.filter(({ parentId }) => parentId === id).map((node) => node.id);
  for (const start of [...starts, ...byPlace]) {
    const stack = [start.id];
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      if (order.has(id)) continue;
      order.add(id);
      stack.push(...[...inside(id), ...(targets.get(id) ?? [])].reverse());
    }
  }
  return [...order];
}

/** The node after or before another, round the end. */
export function neighbourOf(graph: FlowGraph, id: string | undefined, by: 1 | -1): string | undefined {
  const order = readingOrder(graph);
  const at = id === undefined ? -1 : order.indexOf(id);
  if (at < 0) return by > 0 ? order[0] : order.at(-1);
  return order[(at + by + order.length) % order.length];
}

const listTexts = (value: Json): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(listTexts)
      : [];

/** Nodes whose name, kind, id or any text holds what is looked for, in reading order. */
export function searchNodes(graph: FlowGraph, components: Components, text: string): string[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  return readingOrder(graph).filter((id) => {
    const node = byId.get(id) as FlowNode;
    const kind: FlowComponentDescription | undefined = components.get(node.component);
    return [node.name, node.id, kind?.name ?? node.component, ...listTexts(node.options)].some((one) =>
      one.toLowerCase().includes(wanted),
    );
  });
}
