import type { FlowEdge, FlowGraph, FlowNode } from '@lectern/contract';
import type { FlowComponent } from '../component.ts';

/** The nodes that run together: those of the flow itself, or those that one node holds. */
export type Plan = {
  nodes: FlowNode[];
  incoming: Map<string, FlowEdge[]>;
  outgoing: Map<string, FlowEdge[]>;
  /** Edges that lead to an earlier node: they start it over, and no node waits for them. */
  back: Set<FlowEdge>;
  /** Nodes where the work begins. */
  entries: Set<string>;
  /** Nodes that can be reached from an entry. */
  reachable: Set<string>;
};

type Components = ReadonlyMap<string, FlowComponent>;

/** The node that runs a node: the nearest one around it that holds a body. Groups only show nodes together. */
export function bodyOf(graph: FlowGraph, node: FlowNode, components: Components): string | null {
  const byId = new Map(graph.nodes.map((one) => [one.id, one]));
  for (let above = node.parentId; above !== null; ) {
    const parent = byId.get(above);
    if (!parent) return null;
    if (components.get(parent.component)?.holds !== 'group') return parent.id;
    above = parent.parentId;
  }
  return null;
}

/** Plans what runs within `body`; null: the flow itself. Edges that cross the border of a body are no part of any plan. */
export function planBody(graph: FlowGraph, body: string | null, components: Components): Plan {
  const runs = (node: FlowNode) => {
    const component = components.get(node.component);
    return !component?.isNote && component?.holds !== 'group';
  };
  const nodes = graph.nodes.filter((node) => runs(node) && bodyOf(graph, node, components) === body);
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = graph.edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
  const list = (key: 'source' | 'target') =>
    new Map(nodes.map(({ id }) => [id, edges.filter((edge) => edge[key] === id)]));
  const outgoing = list('source');
  const isEntry = ({ id, component }: FlowNode) =>
    body === null ? components.get(component)?.isEntry === true : edges.every(({ target }) => target !== id);
  const entries = new Set(nodes.filter(isEntry).map(({ id }) => id));
  // A body whose nodes form a ring has no first one: it begins with the one that was drawn first.
  if (body !== null && entries.size === 0 && nodes[0]) entries.add(nodes[0].id);
  const { back, reachable } = walk(entries, outgoing);
  return { nodes, incoming: list('target'), outgoing, back, entries, reachable };
}

/** Depth first, without recursion: an edge to a node that is still being walked closes a cycle. */
function walk(entries: Set<string>, outgoing: Map<string, FlowEdge[]>) {
  const back = new Set<FlowEdge>();
  const state = new Map<string, 'open' | 'done'>();
  for (const entry of entries) {
    if (state.has(entry)) continue;
    const stack = [{ id: entry, next: 0 }];
    state.set(entry, 'open');
    while (stack.length > 0) {
      const top = stack[stack.length - 1] as { id: string; next: number };
      const edge = outgoing.get(top.id)?.[top.next++];
      if (!edge) {
        state.set(top.id, 'done');
        stack.pop();
      } else if (state.get(edge.target) === 'open') back.add(edge);
      else if (!state.has(edge.target)) {
        state.set(edge.target, 'open');
        stack.push({ id: edge.target, next: 0 });
      }
    }
  }
  return { back, reachable: new Set(state.keys()) };
}

/** A node and everything after it, along edges that lead forward. */
export function listDownstream(plan: Plan, from: string): Set<string> {
  const found = new Set([from]);
  for (const id of found)
    for (const edge of plan.outgoing.get(id) ?? []) if (!plan.back.has(edge)) found.add(edge.target);
  return found;
}
