import { z } from 'zod';
import { defineFlowComponent } from '../component.ts';
import { conditionTexts } from './conditions.texts.ts';
import { condition, conditionFields, holds } from './conditions.ts';
import { switchOptionTexts, switchTexts } from './switch.texts.ts';

export const switchComponent = defineFlowComponent({
  id: 'switch',
  category: 'logic',
  icon: 'M4 12h5l5-6h6M14 18h6M9 12l5 6M17 3l3 3-3 3M17 15l3 3-3 3',
  texts: switchTexts,
  example: {
    cases: [
      {
        id: 'urgent',
        name: 'Urgent',
        conditions: [{ id: '1', value: '{{sys.question}}', operator: 'contains', expected: 'today' }],
      },
    ],
  },
  options: z.object({
    cases: z
      .array(
        z.object({
          id: z.string().min(1).max(64),
          name: z.string().trim().min(1).max(120),
          match: z.enum(['all', 'any']).default('all'),
          conditions: z.array(condition).min(1).max(20),
        }),
      )
      .min(1)
      .max(20),
  }),
  layout: {
    cases: {
      widget: 'rows',
      texts: switchOptionTexts.cases,
      fields: {
        name: { widget: 'text', texts: switchOptionTexts.name },
        match: { widget: 'select', texts: conditionTexts.match },
        conditions: { widget: 'rows', texts: conditionTexts.conditions, fields: conditionFields },
      },
    },
  },
  ports: [{ id: 'else', texts: { en: 'Otherwise', fr: 'Sinon', zh: '其他', 'zh-TRADITIONAL': '其他' } }],
  portsFrom: { option: 'cases', label: 'name' },
  outputs: [
    {
      name: 'case',
      type: 'text',
      texts: {
        en: 'The name of the case',
        fr: 'Le nom du cas',
        zh: '情况名称',
        'zh-TRADITIONAL': '情況名稱',
      },
    },
  ],
  run: async ({ options: { cases } }) => {
    const found = cases.find(({ match, conditions }) =>
      match === 'all' ? conditions.every(holds) : conditions.some(holds),
    );
    return { outputs: { case: found?.name ?? '' }, port: found?.id ?? 'else' };
  },
});
