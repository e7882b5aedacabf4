import { defineFormat, UnreadableFileError } from '../parsed-document.ts';

export const rtfFormat = defineFormat({
  id: 'rtf',
  extensions: ['rtf'],
  mediaTypes: ['application/rtf', 'text/rtf'],
  signatures: ['rtf'],
  read: async (input, options) => {
    const { readRtf } = await import('../rtf/read-rtf.ts');
    try {
      return readRtf(input);
    } catch (error) {
      // A program that has seen more dialects may make sense of what our reader could not.
      if (!(error instanceof UnreadableFileError) || error.reason !== 'broken' || !options.convert)
        throw error;
      const { readConverted } = await import('../office/read-converted.ts');
      return readConverted(input, options, { format: 'rtf', from: 'rtf', to: 'docx' });
    }
  },
});
