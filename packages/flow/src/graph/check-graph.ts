import type { FlowGraph, FlowNode, Json } from '@lectern/contract';
import type { FlowComponent, Layout } from '../component.ts';
import { bodyOf, type Plan, planBody } from './plan.ts';
import { listOutputs, listPorts } from './ports.ts';
import { listReferences, type Reference } from './references.ts';

export const problemCodes = [
  'no_entry',
  'several_entries',
  'unknown_component',
  'wrong_option',
  'missing_option',
  'duplicate_name',
  'not_connected',
  'unknown_port',
  'crosses_body',
  'enters_entry',
  'endless_cycle',
  'unknown_reference',
  'empty_body',
] as const;

/** Something that keeps a flow from running, or from doing what was meant. */
export type FlowProblem = {
  code: (typeof problemCodes)[number];
  nodeId: string | null;
  /** The option, port or reference that it is about. */
  detail: string | null;
  /** The flow can run all the same. */
  isWarning: boolean;
};

type Components = ReadonlyMap<string, FlowComponent>;

/** Everything that is wrong with a flow, without running it. */
export function checkGraph(graph: FlowGraph, components: Components): FlowProblem[] {
  const problems: FlowProblem[] = [];
  const report = (
    code: FlowProblem['code'],
    nodeId: string | null = null,
    detail: string | null = null,
    isWarning = false,
  ) => problems.push({ code, nodeId, detail, isWarning });

  const entries = graph.nodes.filter(({ component }) => components.get(component)?.isEntry);
  if (entries.length === 0) report('no_entry');
  for (const entry of entries.slice(1)) report('several_entries', entry.id);

  const names = new Map<string, string>();
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  for (const node of graph.nodes) {
    const component = components.get(node.component);
    if (!component) {
      report('unknown_component', node.id, node.component);
      continue;
    }
    if (component.isNote) continue;
    const name = node.name.trim().toLowerCase();
    if (names.has(name)) report('duplicate_name', node.id, node.name);
    names.set(name, node.id);
    checkOptions(node, component, report);
    checkReferences(graph, node, component, components, report);
  }

  for (const edge of graph.edges) {
    const [source, target] = [byId.get(edge.source), byId.get(edge.target)];
    const from = source && components.get(source.component);
    if (!source || !target) continue;
    if (from && !listPorts(from, source).includes(edge.port)) report('unknown_port', source.id, edge.port);
    if (components.get(target.component)?.isEntry) report('enters_entry', target.id);
    if (bodyOf(graph, source, components) !== bodyOf(graph, target, components))
      report('crosses_body', source.id, target.name);
  }

  const bodies = graph.nodes.filter(({ component }) => components.get(component)?.holds === 'body');
  for (const body of [null, ...bodies.map(({ id }) => id)]) {
    const plan = planBody(graph, body, components);
    if (body !== null && plan.nodes.length === 0) report('empty_body', body);
    if (entries.length > 0)
      for (const { id } of plan.nodes) if (!plan.reachable.has(id)) report('not_connected', id, null, true);
    for (const nodeId of listEndlessCycles(plan, components)) report('endless_cycle', nodeId);
  }
  return problems;
}

type Report = (
  code: FlowProblem['code'],
  nodeId?: string | null,
  detail?: string | null,
  isWarning?: boolean,
) => void;

function checkOptions(node: FlowNode, component: FlowComponent, report: Report): void {
  const parsed = component.options.safeParse(node.options);
  for (const { path } of parsed.success ? [] : parsed.error.issues) {
    const place = path.join('.');
    const value = path.reduce<unknown>(
      (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
      node.options,
    );
    const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    report(isEmpty ? 'missing_option' : 'wrong_option', node.id, place);
  }
}

function checkReferences(
  graph: FlowGraph,
  node: FlowNode,
  component: FlowComponent,
  components: Components,
  report: Report,
): void {
  const seen = new Set<string>();
  const check = ({ node: name, path }: Reference) => {
    const text = [name, ...path].join('.');
    if (seen.has(text)) return;
    seen.add(text);
    if (name === 'sys') return;
    if (name === 'var') {
      if (!graph.variables.some(({ key }) => key === path[0])) report('unknown_reference', node.id, text);
      return;
    }
    const source = graph.nodes.find(({ id }) => id === name);
    const from = source && components.get(source.component);
    if (source && !from) return;
    const isKnown =
      from && source && (path[0] === 'error' || listOutputs(from, source).includes(path[0] as string));
    if (!isKnown) report('unknown_reference', node.id, text);
  };
  for (const text of listTexts(component.layout, node.options))
    for (const found of listReferences(text)) check(found);
}

function listTexts(layout: Layout, values: Record<string, Json>): string[] {
  return Object.entries(layout).flatMap(([name, { fields, widget }]) => {
    const value = values[name];
    if (fields && Array.isArray(value))
      return value.flatMap((row) => listTexts(fields, (row ?? {}) as Record<string, Json>));
    return typeof value === 'string' && (widget === 'template' || widget === 'reference') ? [value] : [];
  });
}

/** Nodes to which an edge leads back along a way on which nothing waits and nothing counts its rounds. */
function listEndlessCycles(plan: Plan, components: Components): string[] {
  const componentOf = new Map(plan.nodes.map(({ id, component }) => [id, components.get(component)]));
  const endsCycles = (id: string) => componentOf.get(id)?.endsCycles === true;
  return [...plan.back]
    .filter(({ source, target }) => {
      if (endsCycles(source) || endsCycles(target)) return false;
      const found = new Set([target]);
      for (const id of found)
        for (const edge of plan.outgoing.get(id) ?? []) if (!endsCycles(edge.target)) found.add(edge.target);
      return found.has(source);
    })
    .map(({ target }) => target);
}
