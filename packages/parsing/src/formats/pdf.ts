import { defineFormat } from '../parsed-document.ts';

export const pdfFormat = defineFormat({
  id: 'pdf',
  extensions: ['pdf'],
  mediaTypes: ['application/pdf'],
  signatures: ['pdf'],
  read: async (input, options) => {
    const { readPdf } = await import('../pdf/read-pdf.ts');
    return readPdf(input.bytes, options);
  },
  pagePictures: async () => (await import('../pdf/pictures/page-pictures.ts')).pdfPagePictures,
});
