import type { Json } from '@lectern/contract';
import { z } from 'zod';
import { defineFlowComponent, template } from '../component.ts';
import type { FormInput } from '../engine/state.ts';
import { awaitInputOptionTexts, awaitInputTexts } from './await-input.texts.ts';
import { formFields, formFieldsLayout, toFormInputs } from './fields.ts';

export const awaitInput = defineFlowComponent({
  id: 'await_input',
  category: 'conversation',
  icon: 'M4 5h16v6H4zM4 15h9M4 19h6M16 17l2 2 4-4M7 8h4',
  texts: awaitInputTexts,
  options: z.object({ text: template(), fields: formFields }),
  layout: {
    text: { widget: 'template', texts: awaitInputOptionTexts.text },
    fields: formFieldsLayout,
  },
  outputs: [],
  outputsFrom: 'fields',
  endsCycles: true,
  run: async ({ options, resume, pause }) => {
    const fields = toFormInputs(options.fields);
    const values = readValues(fields, resume);
    // A form that came back incomplete is shown again.
    return values ? { outputs: values } : pause({ kind: 'form', text: options.text, fields });
  },
});

/** Undefined where a value is missing or of another type. */
function readValues(fields: FormInput[], given: Json | undefined): Record<string, Json> | undefined {
  if (given === undefined || given === null || typeof given !== 'object' || Array.isArray(given))
    return undefined;
  const values: Record<string, Json> = {};
  for (const field of fields) {
    const value = readValue(field, given[field.key] ?? '');
    if (value === undefined) return undefined;
    values[field.key] = value;
  }
  return values;
}

function readValue({ type, required, choices }: FormInput, value: Json): Json | undefined {
  if (type === 'boolean') return value === true || value === 'true';
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined;
  if (text === undefined) return undefined;
  if (text === '') return required ? undefined : '';
  if (type === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined;
  if (type === 'choice') return choices?.includes(text) ? text : undefined;
  return text;
}
