import type { FlowGraph, FlowNode, FlowStep, Json } from '@lectern/contract';
import { type Components, outputsOf } from '../editor/graph-edits.ts';

/** An output of an earlier node that a node is given, and what it was last. */
export type FeedingOutput = { nodeId: string; nodeName: string; name: string; value: Json | undefined };

const referencePattern = /\{\{\s*([a-zA-Z][\w-]*)\.([\w-]+)/g;
/** What nodes take from those that lead to them without naming it. */
const taken = ['text', 'passages'];

/** What a node works with: the outputs that its options refer to, and those of the nodes that lead to it. */
export function listFeedingOutputs(
  graph: FlowGraph,
  components: Components,
  node: FlowNode,
  steps: readonly FlowStep[],
): FeedingOutput[] {
  const found = new Map<string, FeedingOutput>();
  const add = (source: FlowNode | undefined, name: string) => {
    if (!source || source.id === node.id) return;
    const step = steps.findLast(({ nodeId, status }) => nodeId === source.id && status === 'succeeded');
    const value = step?.outputs[name];
    found.set(`${source.id}.${name}`, { nodeId: source.id, nodeName: source.name, name, value });
  };
  const byId = new Map(graph.nodes.map((one) => [one.id, one]));
  for (const [, id = '', name = ''] of JSON.stringify(node.options).matchAll(referencePattern))
    add(byId.get(id), name);
  for (const { source } of graph.edges.filter(({ target }) => target === node.id)) {
    const before = byId.get(source);
    const component = before && components.get(before.component);
    const names = component ? outputsOf(component, before).map(({ name }) => name) : [];
    for (const name of taken.filter((one) => names.includes(one))) add(before, name);
  }
  return [...found.values()];
}

/** What a person typed: JSON where the value was no text, else the text. */
export function readTyped(text: string, before: Json | undefined): Json {
  if (before === undefined || typeof before === 'string') return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
