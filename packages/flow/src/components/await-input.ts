import { toFlowFormInputs } from '@lectern/contract';
import { z } from 'zod';
import { defineFlowComponent, template } from '../component.ts';
import { readForm } from '../engine/read-form.ts';
import { awaitInputOptionTexts, awaitInputTexts } from './await-input.texts.ts';
import { formFields, formFieldsLayout } from './fields.ts';

export const awaitInput = defineFlowComponent({
  id: 'await_input',
  category: 'conversation',
  icon: 'M4 5h16v6H4zM4 15h9M4 19h6M16 17l2 2 4-4M7 8h4',
  texts: awaitInputTexts,
  example: {
    text: 'Where should we send it?',
    fields: [
      { id: '1', name: 'street', label: 'Street' },
      { id: '2', name: 'express', label: 'Express delivery', type: 'boolean' },
    ],
  },
  options: z.object({ text: template(), fields: formFields }),
  layout: {
    text: { widget: 'template', texts: awaitInputOptionTexts.text },
    fields: formFieldsLayout,
  },
  outputs: [],
  outputsFrom: 'fields',
  endsCycles: true,
  run: async ({ options, resume, pause }) => {
    const fields = toFlowFormInputs(options.fields);
    const form = readForm(fields, resume);
    // A form that came back incomplete is shown again.
    return form.values ? { outputs: form.values } : pause({ kind: 'form', text: options.text, fields });
  },
});
