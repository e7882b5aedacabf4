import { z } from 'zod';
import { defineFlowComponent, template } from '../component.ts';
import { joinSourced } from '../graph/references.ts';
import { answerTexts, contentTexts } from './answer.texts.ts';

/** Ends a turn. A first one, with nothing to show, takes the message that started the run. */
export const answer = defineFlowComponent({
  id: 'answer',
  category: 'conversation',
  icon: 'M8 9h8M8 13h6M18 4a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3h-5l-5 3v-3H6a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3z',
  texts: answerTexts,
  example: { content: '{{generate_1.text}}' },
  options: z.object({ content: template() }),
  layout: { content: { widget: 'template', texts: contentTexts } },
  outputs: [
    {
      name: 'message',
      type: 'text',
      texts: {
        en: 'The person’s next message',
        fr: 'Le message suivant de la personne',
        zh: '用户的下一条消息',
        'zh-TRADITIONAL': '使用者的下一則訊息',
      },
    },
  ],
  endsCycles: true,
  posts: true,
  run: async ({
    options,
    rawOptions,
    citations,
    incoming,
    resume,
    post,
    pause,
    isLast,
    takeStartMessage,
  }) => {
    if (typeof resume === 'string') return { outputs: { message: resume } };
    const shown =
      rawOptions.content === ''
        ? joinSourced(incoming.filter(({ wasPosted }) => !wasPosted))
        : { text: options.content, citations };
    if (shown.text !== '') post(shown.text, shown.citations);
    else {
      const message = takeStartMessage();
      if (message !== undefined) return { outputs: { message } };
    }
    if (isLast) return { outputs: { message: '' } };
    return pause({ kind: 'message' });
  },
});
