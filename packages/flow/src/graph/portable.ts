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
  'mcp_tools',
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

/** What an option that names things of the company may be given. */
export type CompanyThings = {
  knowledgeBaseIds?: string[] | undefined;
  modelId?: string | undefined;
  assistantId?: string | undefined;
};

/** Gives every node that names things of a company those that are given. */
export function fillCompanyThings(
  graph: FlowGraph,
  components: ReadonlyMap<string, FlowComponent>,
  { knowledgeBaseIds, modelId, assistantId }: CompanyThings,
): FlowGraph {
  const given: Partial<Record<FlowWidget, Json | undefined>> = {
    knowledge_bases: knowledgeBaseIds,
    chat_model: modelId,
    assistant: assistantId,
  };
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const layout = Object.entries(components.get(node.component)?.layout ?? {});
      const filled = layout.flatMap(([name, { widget }]) => {
        const value = given[widget];
        return value === undefined ? [] : [[name, value] as const];
      });
      return { ...node, options: { ...node.options, ...Object.fromEntries(filled) } };
    }),
  };
}

/** The kinds of things of a company that a graph names, and whether it runs without them. */
export function listCompanyNeeds(
  graph: FlowGraph,
  components: ReadonlyMap<string, FlowComponent>,
): { widget: FlowWidget; required: boolean }[] {
  const needs = new Map<FlowWidget, boolean>();
  for (const { component: id, options } of graph.nodes) {
    const component = components.get(id);
    const missing = component?.options.safeParse(options).error?.issues.map(({ path }) => path[0]) ?? [];
    for (const [name, { widget }] of Object.entries(component?.layout ?? {}))
      if (companyWidgets.has(widget) && widget !== 'rerank_model')
        needs.set(widget, needs.get(widget) === true || missing.includes(name));
  }
  return [...needs].map(([widget, required]) => ({ widget, required }));
}

/** The knowledge bases that a graph searches. */
export function listKnowledgeBases(
  graph: FlowGraph,
  components: ReadonlyMap<string, FlowComponent>,
): string[] {
  const named = graph.nodes.flatMap(({ component, options }) =>
    Object.entries(components.get(component)?.layout ?? {}).flatMap(([name, { widget }]) =>
      widget === 'knowledge_bases' && Array.isArray(options[name]) ? (options[name] as Json[]) : [],
    ),
  );
  return [...new Set(named.filter((one): one is string => typeof one === 'string'))];
}
