import { defineFormat } from '../parsed-document.ts';

export const imageFormat = defineFormat({
  id: 'image',
  extensions: ['png', 'jpg', 'jpeg', 'webp', 'tif', 'tiff', 'gif', 'bmp', 'avif'],
  mediaTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/tiff', 'image/gif', 'image/bmp', 'image/avif'],
  signatures: ['png', 'apng', 'jpg', 'webp', 'tif', 'gif', 'bmp', 'avif'],
  read: async (input, options) => {
    const { readPicture } = await import('../pictures/read-picture.ts');
    // A picture without a word is found by the name of its file.
    return { title: input.name.replace(/\.[^.]+$/, ''), ...(await readPicture(input.bytes, options)) };
  },
  pagePictures: async () => (await import('../pictures/picture-pages.ts')).picturePages,
});
