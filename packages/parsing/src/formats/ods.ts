import { defineFormat } from '../parsed-document.ts';

export const odsFormat = defineFormat({
  id: 'ods',
  extensions: ['ods', 'ots'],
  mediaTypes: ['application/vnd.oasis.opendocument.spreadsheet'],
  read: async (input, options) => (await import('../sheets/read-ods.ts')).readOds(input, options),
});
