import { id } from '@lectern/contract';
import { z } from 'zod';
import { defineFlowComponent, reference, template } from '../component.ts';
import { historyLayout, historyWindow, questionLayout } from './model-options.ts';
import { textOutput } from './outputs.ts';
import { subFlowOptionTexts, subFlowTexts } from './sub-flow.texts.ts';

export const subFlow = defineFlowComponent({
  id: 'sub_flow',
  category: 'logic',
  icon: 'M3 4h7v6H3zM14 14h7v6h-7zM6.5 10v7H14M17.500 14V7H10',
  texts: subFlowTexts,
  example: {
    flowId: '018f2f6a-0000-7000-8000-000000000001',
    inputs: [{ id: '1', name: 'city', value: '{{begin.city}}' }],
  },
  options: z.object({
    flowId: id,
    question: template(8_000),
    inputs: z
      .array(
        z.object({
          id: z.string().min(1).max(64),
          name: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/),
          value: reference(),
        }),
      )
      .max(32)
      .default([])
      .refine((rows) => new Set(rows.map(({ name }) => name)).size === rows.length),
    historyWindow: historyWindow.default(0),
  }),
  layout: {
    flowId: { widget: 'flow', texts: subFlowOptionTexts.flowId },
    question: questionLayout,
    inputs: {
      widget: 'rows',
      texts: subFlowOptionTexts.inputs,
      fields: {
        name: { widget: 'text', texts: subFlowOptionTexts.name },
        value: { widget: 'reference', texts: subFlowOptionTexts.value },
      },
    },
    historyWindow: historyLayout,
  },
  outputs: [
    textOutput,
    {
      name: 'variables',
      type: 'object',
      texts: {
        en: 'The variables of the flow at its end',
        fr: 'Les variables du flux à la fin',
        zh: '流程结束时的变量',
        'zh-TRADITIONAL': '流程結束時的變數',
      },
    },
  ],
  effect: 'write',
  isOpenEnded: true,
  run: async ({ options, question: asked, history, services, once, runFlow, cite }) => {
    const { flowId, historyWindow, inputs } = options;
    // A version that is published while the step runs is for the next one.
    const version = await once('version', async () => (await services.loadFlow({ flowId })).version);
    const { text, citations, variables } = await runFlow('flow', {
      flow: await services.loadFlow({ flowId, version }),
      question: options.question.trim() || asked,
      inputs: Object.fromEntries(inputs.map(({ name, value }) => [name, value])),
      history: historyWindow === 0 ? [] : history.slice(-historyWindow),
    });
    cite(citations);
    return { outputs: { text, variables } };
  },
});
