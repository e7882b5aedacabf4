import { defineFormat } from '../parsed-document.ts';

export const emlFormat = defineFormat({
  id: 'eml',
  extensions: ['eml'],
  mediaTypes: ['message/rfc822'],
  isText: true,
  read: async (input, options) => {
    const [{ readMail }, { readDocument }] = await Promise.all([
      import('../mail/read-mail.ts'),
      import('../read-document.ts'),
    ]);
    return readMail(input, options, readDocument);
  },
});
