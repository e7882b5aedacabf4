import { type FlowFormInput, type FlowFormRow, type FlowGraph, toFlowFormInputs } from '@lectern/contract';

/** What the beginning of a flow asks for before the first step. */
export function beginFieldsOf({ nodes }: FlowGraph): FlowFormInput[] {
  const fields = nodes.find(({ component }) => component === 'begin')?.options.fields;
  if (!Array.isArray(fields)) return [];
  // A draft may hold rows that are not filled in yet.
  const defaults = { label: '', type: 'text', required: true, choices: '' } as const;
  return toFlowFormInputs(
    (fields as unknown as FlowFormRow[]).filter(({ name }) => name).map((row) => ({ ...defaults, ...row })),
  );
}
