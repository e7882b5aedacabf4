import { defineFormat } from '../parsed-document.ts';

export const pptxFormat = defineFormat({
  id: 'pptx',
  extensions: ['pptx', 'pptm', 'ppsx', 'potx'],
  mediaTypes: ['application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  signatures: ['pptx', 'pptm', 'potx', 'ppsx'],
  read: async (input, options) => (await import('../office/pptx/read-pptx.ts')).readPptx(input, options),
  readSource: async ({ bytes }) => (await import('../source/office-source.ts')).readSlidesSource(bytes),
});
