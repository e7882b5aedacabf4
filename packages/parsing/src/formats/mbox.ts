import { defineFormat } from '../parsed-document.ts';

export const mboxFormat = defineFormat({
  id: 'mbox',
  extensions: ['mbox', 'mbx'],
  mediaTypes: ['application/mbox'],
  isText: true,
  read: async (input, options) => {
    const [{ readMbox }, { readDocument }] = await Promise.all([
      import('../mail/read-mbox.ts'),
      import('../read-document.ts'),
    ]);
    return readMbox(input, options, readDocument);
  },
});
