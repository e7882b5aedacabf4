import { defineFormat } from '../parsed-document.ts';

export const htmlFormat = defineFormat({
  id: 'html',
  extensions: ['html', 'htm', 'xhtml'],
  mediaTypes: ['text/html', 'application/xhtml+xml'],
  isText: true,
  read: async (input, options) => (await import('../markup/read-html.ts')).readHtml(input, options),
  readSource: async (input) => (await import('../source/html-source.ts')).readHtmlSource(input),
});
