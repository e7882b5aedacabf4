import { defineFormat } from '../parsed-document.ts';

export const msgFormat = defineFormat({
  id: 'msg',
  extensions: ['msg', 'oft'],
  mediaTypes: ['application/vnd.ms-outlook'],
  read: async (input, options) => {
    const [{ readMsg }, { readDocument }] = await Promise.all([
      import('../mail/read-msg.ts'),
      import('../read-document.ts'),
    ]);
    return readMsg(input, options, readDocument);
  },
});
