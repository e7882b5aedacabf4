import { defineFormat } from '../parsed-document.ts';

export const docFormat = defineFormat({
  id: 'doc',
  extensions: ['doc', 'dot'],
  mediaTypes: ['application/msword'],
  read: async (input, options) => (await import('../office/doc/read-doc.ts')).readDoc(input, options),
});
