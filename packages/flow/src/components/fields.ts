import { z } from 'zod';
import type { Layout } from '../component.ts';
import { fieldTexts } from './fields.texts.ts';

/** The fields of a form that a person fills in: before a run, or in the middle of it. */
export const formFields = z
  .array(
    z.object({
      id: z.string().min(1).max(64),
      name: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
      label: z.string().trim().max(200).default(''),
      type: z.enum(['text', 'paragraph', 'number', 'boolean', 'choice']).default('text'),
      required: z.boolean().default(true),
      /** One per line. */
      choices: z.string().max(4_000).default(''),
    }),
  )
  .max(32)
  .default([])
  .refine((rows) => new Set(rows.map(({ name }) => name)).size === rows.length);

export const formFieldsLayout: Layout[string] = {
  widget: 'rows',
  texts: fieldTexts.fields,
  fields: {
    name: { widget: 'text', texts: fieldTexts.name },
    label: { widget: 'text', texts: fieldTexts.label },
    type: { widget: 'select', texts: fieldTexts.type },
    required: { widget: 'switch', texts: fieldTexts.required },
    choices: {
      widget: 'textarea',
      texts: fieldTexts.choices,
      shownWhen: { option: 'type', values: ['choice'] },
    },
  },
};
