import { defineFormat } from '../parsed-document.ts';

export const odpFormat = defineFormat({
  id: 'odp',
  extensions: ['odp', 'otp'],
  mediaTypes: ['application/vnd.oasis.opendocument.presentation'],
  signatures: ['odp', 'otp'],
  read: async (input, options) => (await import('../office/odp/read-odp.ts')).readOdp(input, options),
});
