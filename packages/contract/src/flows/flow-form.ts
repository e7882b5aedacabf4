import { z } from 'zod';

/** A field of a form that a flow shows: before a run, or in the middle of it. */
export const flowFormInput = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(['text', 'paragraph', 'number', 'boolean', 'choice']),
  required: z.boolean(),
  choices: z.array(z.string()).optional(),
});
export type FlowFormInput = z.infer<typeof flowFormInput>;

/** A field of a form as the options of `begin` and `await_input` hold it. */
export type FlowFormRow = Pick<FlowFormInput, 'label' | 'type' | 'required'> & {
  name: string;
  choices: string;
};

/** The fields as a person fills them in. */
export function toFlowFormInputs(rows: readonly FlowFormRow[]): FlowFormInput[] {
  return rows.map(({ name, label, type, required, choices }) => ({
    key: name,
    label: label || name,
    type,
    required,
    ...(type === 'choice' ? { choices: listLines(choices) } : {}),
  }));
}

const listLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
