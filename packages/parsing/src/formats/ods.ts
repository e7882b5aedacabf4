import { defineFormat } from '../parsed-document.ts';

export const odsFormat = defineFormat({
  id: 'ods',
  extensions: ['ods', 'ots'],
  mediaTypes: ['application/vnd.oasis.opendocument.spreadsheet'],
  signatures: ['ods', 'ots'],
  read: async (input, options) => (await import('../sheets/read-ods.ts')).readOds(input, options),
});
