import { defineFormat } from '../parsed-document.ts';

export const xlsbFormat = defineFormat({
  id: 'xlsb',
  extensions: ['xlsb'],
  mediaTypes: ['application/vnd.ms-excel.sheet.binary.macroenabled.12'],
  signatures: ['xlsb'],
  read: async (input, options) =>
    (await import('../sheets/read-workbook.ts')).readWorkbook(input, options, 'xlsb'),
});
