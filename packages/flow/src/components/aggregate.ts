import type { Json } from '@lectern/contract';
import { z } from 'zod';
import { defineFlowComponent, reference } from '../component.ts';
import { asText } from '../graph/references.ts';
import { aggregateOptionTexts, aggregateTexts } from './aggregate.texts.ts';
import { textOutput } from './outputs.ts';

export const aggregate = defineFlowComponent({
  id: 'aggregate',
  category: 'data',
  icon: 'M4 5h4l5 7-5 7H4M13 12h7M17 9l3 3-3 3',
  texts: aggregateTexts,
  example: {
    values: [
      { id: '1', value: '{{assistant_1.text}}' },
      { id: '2', value: '{{generate_1.text}}' },
    ],
  },
  options: z.object({
    values: z
      .array(z.object({ id: z.string().min(1).max(64), value: reference() }))
      .min(1)
      .max(50),
    mode: z.enum(['first', 'list', 'text']).default('first'),
    separator: z.string().max(100).default('\n\n'),
  }),
  layout: {
    values: {
      widget: 'rows',
      texts: aggregateOptionTexts.values,
      fields: { value: { widget: 'reference', texts: aggregateOptionTexts.value } },
    },
    mode: { widget: 'select', texts: aggregateOptionTexts.mode },
    separator: {
      widget: 'textarea',
      texts: aggregateOptionTexts.separator,
      shownWhen: { option: 'mode', values: ['text'] },
    },
  },
  outputs: [
    textOutput,
    {
      name: 'value',
      type: 'any',
      texts: {
        en: 'The value itself',
        fr: 'La valeur elle-même',
        zh: '值本身',
        'zh-TRADITIONAL': '值本身',
      },
    },
  ],
  run: async ({ options: { values, mode, separator } }) => {
    const present = values.map(({ value }) => value).filter((value) => asText(value).trim() !== '');
    const joined: Json =
      mode === 'first' ? (present[0] ?? '') : mode === 'list' ? present : present.map(asText).join(separator);
    return { outputs: { text: asText(joined), value: joined } };
  },
});
