import { defineFormat } from '../parsed-document.ts';

export const xlsxFormat = defineFormat({
  id: 'xlsx',
  extensions: ['xlsx', 'xlsm'],
  mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  signatures: ['xlsx', 'xlsm', 'xltx', 'xltm'],
  read: async (input, options) =>
    (await import('../sheets/read-workbook.ts')).readWorkbook(input, options, 'xlsx'),
  readSource: async ({ bytes }) => (await import('../source/office-source.ts')).readSheetsSource(bytes),
});
