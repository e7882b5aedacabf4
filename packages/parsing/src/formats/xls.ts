import { defineFormat } from '../parsed-document.ts';

export const xlsFormat = defineFormat({
  id: 'xls',
  extensions: ['xls'],
  mediaTypes: ['application/vnd.ms-excel'],
  read: async (input, options) =>
    (await import('../sheets/read-workbook.ts')).readWorkbook(input, options, 'xls'),
});
