import { listKeywords } from '@lectern/answering';
import { z } from 'zod';
import { defineFlowComponent, template } from '../component.ts';
import { keywordOptionTexts, keywordTexts } from './keyword.texts.ts';
import { chatModelId, modelLayout, questionLayout } from './model-options.ts';
import { textOutput } from './outputs.ts';

export const keyword = defineFlowComponent({
  id: 'keyword',
  category: 'model',
  icon: 'M14 10a4 4 0 1 0-3 3.9L13 16v2h2v2h4v-3l-5.2-5.2M9 9h.01',
  texts: keywordTexts,
  example: { topN: 3 },
  options: z.object({
    modelId: chatModelId,
    question: template(4_000),
    topN: z.number().int().min(1).max(30).default(3),
  }),
  layout: {
    modelId: modelLayout,
    question: questionLayout,
    topN: { widget: 'number', texts: keywordOptionTexts.topN },
  },
  outputs: [
    textOutput,
    {
      name: 'keywords',
      type: 'list',
      texts: { en: 'The keywords', fr: 'Les mots-clés', zh: '关键词', 'zh-TRADITIONAL': '關鍵字' },
    },
  ],
  effect: 'model',
  run: async ({ options, question: asked, services }) => {
    const question = options.question.trim() || asked;
    const keywords = await listKeywords(question, options.topN, services.ask(options.modelId));
    return { outputs: { text: keywords.join(' '), keywords } };
  },
});
