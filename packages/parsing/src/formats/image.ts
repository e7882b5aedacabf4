import { defineFormat } from '../parsed-document.ts';

export const imageFormat = defineFormat({
  id: 'image',
  extensions: ['png', 'jpg', 'jpeg', 'webp', 'tif', 'tiff', 'gif', 'bmp', 'avif'],
  mediaTypes: ['image/png', 'image/jpeg', 'image/webp', 'image/tiff', 'image/gif', 'image/bmp', 'image/avif'],
  read: async (input, options) =>
    (await import('../pictures/read-picture.ts')).readPicture(input.bytes, options),
  pagePictures: async () => (await import('../pictures/picture-pages.ts')).picturePages,
});
