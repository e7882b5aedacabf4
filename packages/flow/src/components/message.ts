import { z } from 'zod';
import { defineFlowComponent } from '../component.ts';
import { messageOptionTexts, messageTexts } from './message.texts.ts';
import { textOutput } from './outputs.ts';

export const message = defineFlowComponent({
  id: 'message',
  category: 'conversation',
  icon: 'M21 14l-3-3h-7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1zM14 15v2a1 1 0 0 1-1 1H6l-3 3V11a1 1 0 0 1 1-1h2',
  texts: messageTexts,
  example: {
    messages: [
      { id: '1', content: 'One moment, please.' },
      { id: '2', content: 'I am looking it up.' },
    ],
  },
  options: z.object({
    messages: z
      .array(z.object({ id: z.string().min(1).max(64), content: z.string().trim().min(1).max(20_000) }))
      .min(1)
      .max(50),
  }),
  layout: {
    messages: {
      widget: 'rows',
      texts: messageOptionTexts.messages,
      fields: { content: { widget: 'template', texts: messageOptionTexts.content } },
    },
  },
  outputs: [textOutput],
  run: async ({ options: { messages }, citations, random, post, once }) => {
    const picked = await once('pick', async () => Math.floor(random() * messages.length));
    const text = messages[picked]?.content ?? '';
    const used = citations.filter(({ number }) => text.includes(`[${number}]`));
    post(text, used);
    return { outputs: { text } };
  },
});
