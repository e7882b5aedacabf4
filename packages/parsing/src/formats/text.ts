import { defineFormat } from '../parsed-document.ts';

export const textFormat = defineFormat({
  id: 'text',
  extensions: ['txt', 'text', 'log', 'rst', 'adoc', 'tex', 'srt', 'vtt'],
  mediaTypes: ['text/plain'],
  isText: true,
  read: async (input) => (await import('../text/read-text.ts')).readText(input),
});
