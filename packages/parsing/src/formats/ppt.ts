import { defineFormat } from '../parsed-document.ts';

export const pptFormat = defineFormat({
  id: 'ppt',
  extensions: ['ppt', 'pps', 'pot'],
  mediaTypes: ['application/vnd.ms-powerpoint'],
  read: async (input, options) => {
    const { readConverted } = await import('../office/read-converted.ts');
    return readConverted(input, options, { format: 'ppt', from: 'ppt', to: 'pptx' });
  },
});
