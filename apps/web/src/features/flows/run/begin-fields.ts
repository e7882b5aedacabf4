import type { FlowFormInput, FlowGraph } from '@lectern/contract';

type Row = { name: string; label: string; type: FlowFormInput['type']; required: boolean; choices?: string };

/** What the beginning of a flow asks for before the first step. */
export function beginFieldsOf({ nodes }: FlowGraph): FlowFormInput[] {
  const fields = nodes.find(({ component }) => component === 'begin')?.options.fields;
  if (!Array.isArray(fields)) return [];
  return (fields as unknown as Row[]).map(
    ({ name, label, type = 'text', required = true, choices = '' }) => ({
      key: name,
      label: label || name,
      type,
      required,
      ...(type === 'choice'
        ? {
            choices: choices
              .split('\n')
              .map((line) => line.trim())
              .filter(Boolean),
          }
        : {}),
    }),
  );
}
