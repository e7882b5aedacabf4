import { rewordQuestion, rewriteQuestion } from '@lectern/answering';
import { z } from 'zod';
import { defineFlowComponent, template } from '../component.ts';
import { chatModelId, historyLayout, historyWindow, modelLayout, questionLayout } from './model-options.ts';
import { rewriteOptionTexts, rewriteTexts } from './rewrite.texts.ts';

export const rewrite = defineFlowComponent({
  id: 'rewrite',
  category: 'model',
  icon: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4M14 20h6',
  texts: rewriteTexts,
  example: { loop: 2 },
  options: z.object({
    modelId: chatModelId,
    question: template(4_000),
    loop: z.number().int().min(1).max(10).default(1),
    historyWindow: historyWindow.default(6),
  }),
  layout: {
    modelId: modelLayout,
    question: questionLayout,
    loop: { widget: 'number', texts: rewriteOptionTexts.loop },
    historyWindow: historyLayout,
  },
  ports: [
    { id: 'out', texts: { en: 'Rewritten', fr: 'Reformulée', zh: '已改写', 'zh-TRADITIONAL': '已改寫' } },
    {
      id: 'exhausted',
      texts: {
        en: 'No rounds left',
        fr: 'Plus aucun tour',
        zh: '已达轮数上限',
        'zh-TRADITIONAL': '已達輪數上限',
      },
    },
  ],
  outputs: [
    {
      name: 'question',
      type: 'text',
      texts: {
        en: 'The rewritten question',
        fr: 'La question reformulée',
        zh: '改写后的问题',
        'zh-TRADITIONAL': '改寫後的問題',
      },
    },
  ],
  effect: 'model',
  endsCycles: true,
  run: async ({ options, question: asked, history, round, services }) => {
    const question = options.question.trim() || asked;
    if (round > options.loop) return { outputs: { question }, port: 'exhausted' };
    const ask = services.ask(options.modelId);
    const window = options.historyWindow === 0 ? [] : history.slice(-options.historyWindow);
    const rewritten =
      (round === 1 ? await rewriteQuestion({ history: window, question, ask }) : undefined) ??
      (await rewordQuestion(question, ask));
    return { outputs: { question: rewritten?.text ?? question } };
  },
});
