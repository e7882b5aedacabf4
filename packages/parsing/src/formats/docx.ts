import { defineFormat } from '../parsed-document.ts';

export const docxFormat = defineFormat({
  id: 'docx',
  extensions: ['docx', 'docm', 'dotx'],
  mediaTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  signatures: ['docx', 'docm', 'dotx', 'dotm'],
  read: async (input) => (await import('../office/docx/read-docx.ts')).readDocx(input),
  readSource: async ({ bytes }) => (await import('../source/office-source.ts')).readWordSource(bytes),
});
