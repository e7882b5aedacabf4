import type { Json } from '@lectern/contract';
import { z } from 'zod';
import { defineFlowComponent, reference } from '../component.ts';
import { assignOptionTexts, assignTexts } from './assign.texts.ts';

export const assign = defineFlowComponent({
  id: 'assign',
  category: 'data',
  icon: 'M5 9h14M5 15h14M3 5v14M21 5v14',
  texts: assignTexts,
  example: { assignments: [{ id: '1', variable: 'count', mode: 'add', value: '1' }] },
  options: z.object({
    assignments: z
      .array(
        z.object({
          id: z.string().min(1).max(64),
          variable: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
          mode: z.enum(['set', 'append', 'add']).default('set'),
          value: reference(),
        }),
      )
      .min(1)
      .max(50),
  }),
  layout: {
    assignments: {
      widget: 'rows',
      texts: assignOptionTexts.assignments,
      fields: {
        variable: { widget: 'text', texts: assignOptionTexts.variable },
        mode: { widget: 'select', texts: assignOptionTexts.mode },
        value: { widget: 'reference', texts: assignOptionTexts.value },
      },
    },
  },
  outputs: [],
  run: async ({ options: { assignments }, variables, assign: give }) => {
    const values: Record<string, Json> = { ...variables };
    for (const { variable, mode, value } of assignments) {
      const before = values[variable] ?? null;
      if (mode === 'set') values[variable] = value;
      else if (mode === 'append') values[variable] = [...(Array.isArray(before) ? before : []), value];
      else values[variable] = (Number(before) || 0) + (Number(value) || 0);
      give(variable, values[variable] as Json);
    }
    return { outputs: {} };
  },
});
