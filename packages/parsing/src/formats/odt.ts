import { defineFormat } from '../parsed-document.ts';

export const odtFormat = defineFormat({
  id: 'odt',
  extensions: ['odt', 'ott'],
  mediaTypes: ['application/vnd.oasis.opendocument.text'],
  signatures: ['odt', 'ott'],
  read: async (input) => (await import('../office/odt/read-odt.ts')).readOdt(input),
});
