import { defineFormat } from '../parsed-document.ts';

export const markdownFormat = defineFormat({
  id: 'markdown',
  extensions: ['md', 'markdown', 'mdx'],
  mediaTypes: ['text/markdown'],
  isText: true,
  read: async (input) => (await import('../markup/read-markdown.ts')).readMarkdown(input),
});
