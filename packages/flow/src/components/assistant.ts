import { id } from '@lectern/contract';
import { z } from 'zod';
import { defineFlowComponent, template } from '../component.ts';
import { assistantOptionTexts, assistantTexts } from './assistant.texts.ts';
import { historyLayout, historyWindow, questionLayout } from './model-options.ts';
import { textOutput } from './outputs.ts';

export const assistant = defineFlowComponent({
  id: 'assistant',
  category: 'knowledge',
  icon: 'M5 8h14v10H5zM12 8V4M9 13h.01M15 13h.01M2 12v3M22 12v3',
  texts: assistantTexts,
  example: { assistantId: '018f2f6a-0000-7000-8000-000000000001', question: '{{rewrite_1.question}}' },
  options: z.object({
    assistantId: id,
    question: template(8_000),
    historyWindow: historyWindow.default(6),
  }),
  layout: {
    assistantId: { widget: 'assistant', texts: assistantOptionTexts.assistantId },
    question: questionLayout,
    historyWindow: historyLayout,
  },
  ports: [
    { id: 'out', texts: { en: 'Answered', fr: 'Répondu', zh: '已回答', 'zh-TRADITIONAL': '已回答' } },
    {
      id: 'nothing',
      texts: { en: 'Nothing found', fr: 'Rien trouvé', zh: '未找到', 'zh-TRADITIONAL': '未找到' },
    },
  ],
  outputs: [textOutput],
  effect: 'model',
  run: async ({ options, question: asked, history, services, cite, stream }) => {
    const { assistantId, historyWindow } = options;
    const { text, citations, nothingFound } = await services.askAssistant({
      assistantId,
      question: options.question.trim() || asked,
      history: historyWindow === 0 ? [] : history.slice(-historyWindow),
      onDelta: stream?.delta,
      onCitation: stream?.citation,
    });
    // Another way than the one that shows it.
    if (nothingFound) stream?.restart();
    cite(citations);
    return { outputs: { text }, port: nothingFound ? 'nothing' : 'out' };
  },
});
