import { defineFormat } from '../parsed-document.ts';

export const jsonFormat = defineFormat({
  id: 'json',
  extensions: ['json', 'geojson'],
  mediaTypes: ['application/json'],
  isText: true,
  read: async (input) => (await import('../markup/read-json.ts')).readJson(input),
});
