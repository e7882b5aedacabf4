import type { FlowGraph, FlowWidget, Json } from '@lectern/contract';
import type { FlowComponent, Layout } from '../component.ts';

/** Options that name things of one company: another installation has none of them. */
const companyWidgets = new Set<FlowWidget>([
  'knowledge_bases',
  'chat_model',
  'rerank_model',
  'assistant',
  'flow',
  'credential',
  'password',
]);

/** A graph for other installations: without knowledge bases, models, assistants and credentials. */
export function makePortable(graph: FlowGraph, components: ReadonlyMap<string, FlowComponent>): FlowGraph {
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const component = components.get(node.component);
      return component ? { ...node, options: strip(component.layout, node.options) } : node;
    }),
  };
}

function strip(layout: Layout, values: Record<string, Json>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const { widget, fields } = layout[name] ?? {};
      if (widget && companyWidgets.has(widget)) return [];
      if (fields && Array.isArray(value))
        return [[name, value.map((row) => strip(fields, row as Record<string, Json>))]];
      return [[name, value]];
    }),
  );
}
