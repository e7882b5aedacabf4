import type { FlowGraph, Json } from '@lectern/contract';
import type { FlowComponent, Layout } from '../component.ts';

/** The flows that a graph names: those that its nodes may run. */
export function listCalledFlows(
  { nodes }: FlowGraph,
  components: ReadonlyMap<string, FlowComponent>,
): string[] {
  const found = nodes.flatMap(({ component, options }) => listIn(components.get(component)?.layout, options));
  return [...new Set(found)];
}

function listIn(layout: Layout = {}, values: Record<string, Json>): string[] {
  return Object.entries(layout).flatMap(([name, { widget, fields }]) => {
    const value = values[name];
    if (fields && Array.isArray(value))
      return value.flatMap((row) => listIn(fields, (row ?? {}) as Record<string, Json>));
    return widget === 'flow' && typeof value === 'string' ? [value] : [];
  });
}

/** Whether a person fills in a form in the middle of it: nobody sees that of a flow within another. */
export const waitsForForm = ({ nodes }: FlowGraph): boolean =>
  nodes.some(({ component }) => component === 'await_input');
