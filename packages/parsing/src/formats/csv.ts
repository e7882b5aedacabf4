import { defineFormat } from '../parsed-document.ts';

export const csvFormat = defineFormat({
  id: 'csv',
  extensions: ['csv', 'tsv'],
  mediaTypes: ['text/csv', 'text/tab-separated-values'],
  isText: true,
  read: async (input, options) => (await import('../sheets/read-csv.ts')).readCsv(input, options),
});
