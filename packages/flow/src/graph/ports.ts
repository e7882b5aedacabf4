import type { FlowNode, Json } from '@lectern/contract';
import type { FlowComponent } from '../component.ts';

function listRows({ options }: FlowNode, option: string | undefined): Record<string, Json>[] {
  const rows = option === undefined ? [] : options[option];
  if (!Array.isArray(rows)) return [];
  return rows.filter(
    (row): row is Record<string, Json> => row !== null && typeof row === 'object' && !Array.isArray(row),
  );
}

/** The ways out of a node: one for each row of its option, those of its component, and one for errors. */
export function listPorts({ ports, portsFrom }: FlowComponent, node: FlowNode): string[] {
  const ofRows = listRows(node, portsFrom?.option).map(({ id }) => String(id));
  return [...ofRows, ...ports.map(({ id }) => id), ...(node.onError === 'route' ? ['error'] : [])];
}

export function listOutputs({ outputs, outputsFrom }: FlowComponent, node: FlowNode): string[] {
  return [...outputs.map(({ name }) => name), ...listRows(node, outputsFrom).map(({ name }) => String(name))];
}
