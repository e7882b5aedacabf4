import { defineFormat } from '../parsed-document.ts';

export const rtfFormat = defineFormat({
  id: 'rtf',
  extensions: ['rtf'],
  mediaTypes: ['application/rtf', 'text/rtf'],
  read: async (input) => (await import('../rtf/read-rtf.ts')).readRtf(input),
});
