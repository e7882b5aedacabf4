import { z } from 'zod';
import { defineFlowComponent, reference } from '../component.ts';
import { asText } from '../graph/references.ts';
import { codeOptionTexts, codeTexts } from './code.texts.ts';
import { textOutput } from './outputs.ts';

export const code = defineFlowComponent({
  id: 'code',
  category: 'data',
  icon: 'M8 7l-5 5 5 5M16 7l5 5-5 5M14 4l-4 16',
  texts: codeTexts,
  example: {
    inputs: [{ id: '1', name: 'question', value: '{{sys.question}}' }],
    code: 'return inputs.question.split(/\\s+/).length;',
  },
  options: z.object({
    inputs: z
      .array(
        z.object({
          id: z.string().min(1).max(64),
          name: z.string().regex(/^[a-zA-Z_$][\w$]{0,63}$/),
          value: reference(),
        }),
      )
      .max(50)
      .default([])
      .refine((rows) => new Set(rows.map(({ name }) => name)).size === rows.length),
    code: z.string().min(1).max(50_000).default('return inputs;'),
    timeoutSeconds: z.number().int().min(1).max(10).default(2),
  }),
  layout: {
    inputs: {
      widget: 'rows',
      texts: codeOptionTexts.inputs,
      fields: {
        name: { widget: 'text', texts: codeOptionTexts.name },
        value: { widget: 'reference', texts: codeOptionTexts.value },
      },
    },
    code: { widget: 'code', texts: codeOptionTexts.code },
    timeoutSeconds: { widget: 'number', advanced: true, texts: codeOptionTexts.timeoutSeconds },
  },
  outputs: [
    {
      name: 'result',
      type: 'any',
      texts: {
        en: 'What the code returns',
        fr: 'Ce que le code renvoie',
        zh: '代码的返回值',
        'zh-TRADITIONAL': '程式碼的回傳值',
      },
    },
    textOutput,
  ],
  run: async ({ options, services, signal }) => {
    const result = await services.runCode({
      code: options.code,
      inputs: Object.fromEntries(options.inputs.map(({ name, value }) => [name, value])),
      timeoutSeconds: options.timeoutSeconds,
      signal,
    });
    return { outputs: { result, text: asText(result) } };
  },
});
