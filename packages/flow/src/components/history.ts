import { z } from 'zod';
import { defineFlowComponent } from '../component.ts';
import { historyOptionTexts, historyTexts } from './history.texts.ts';
import { textOutput } from './outputs.ts';

export const history = defineFlowComponent({
  id: 'history',
  category: 'conversation',
  icon: 'M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7v5l3 2',
  texts: historyTexts,
  example: { size: 6, withQuestion: true },
  options: z.object({
    size: z.number().int().min(1).max(50).default(12),
    withQuestion: z.boolean().default(false),
  }),
  layout: {
    size: { widget: 'number', texts: historyOptionTexts.size },
    withQuestion: { widget: 'switch', texts: historyOptionTexts.withQuestion },
  },
  outputs: [
    textOutput,
    {
      name: 'messages',
      type: 'list',
      texts: {
        en: 'The messages, each with role and content',
        fr: 'Les messages, chacun avec role et content',
        zh: '消息列表，每条含 role 和 content',
        'zh-TRADITIONAL': '訊息清單，每則含 role 和 content',
      },
    },
    {
      name: 'count',
      type: 'number',
      texts: {
        en: 'How many there are',
        fr: 'Nombre de messages',
        zh: '消息数',
        'zh-TRADITIONAL': '訊息數',
      },
    },
  ],
  run: async ({ options: { size, withQuestion }, history: earlier, question }) => {
    const asked = withQuestion && question !== '' ? [{ role: 'user' as const, content: question }] : [];
    const messages = [...earlier, ...asked].slice(-size);
    const text = messages.map(({ role, content }) => `${role}: ${content}`).join('\n');
    return { outputs: { text, messages, count: messages.length } };
  },
});
