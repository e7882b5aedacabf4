import { defineFormat } from '../parsed-document.ts';

export const epubFormat = defineFormat({
  id: 'epub',
  extensions: ['epub'],
  mediaTypes: ['application/epub+zip'],
  signatures: ['epub'],
  read: async (input, options) => (await import('../markup/read-epub.ts')).readEpub(input, options),
});
