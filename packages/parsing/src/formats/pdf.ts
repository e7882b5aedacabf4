import { defineFormat } from '../parsed-document.ts';
import { readPdf } from '../pdf/read-pdf.ts';

export const pdfFormat = defineFormat({
  id: 'pdf',
  extensions: ['pdf'],
  mediaTypes: ['application/pdf'],
  read: (input, options) => readPdf(input.bytes, options),
});
