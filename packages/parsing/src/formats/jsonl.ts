import { defineFormat } from '../parsed-document.ts';

export const jsonlFormat = defineFormat({
  id: 'jsonl',
  extensions: ['jsonl', 'ndjson', 'ldjson'],
  mediaTypes: ['application/jsonl', 'application/x-ndjson'],
  isText: true,
  read: async (input) => (await import('../markup/read-json.ts')).readJsonLines(input),
});
