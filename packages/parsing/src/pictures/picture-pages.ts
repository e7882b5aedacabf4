import type { Sharp } from 'sharp';
import {
  type GreyPicture,
  type PagePictures,
  type PictureOptions,
  UnreadableFileError,
} from '../parsed-document.ts';
import { selectPages } from '../pdf/select-pages.ts';
import { openPictureFile, type PictureFile, type PictureInfo, reading } from './picture-file.ts';

/** More does not make the engine more accurate, and less costs small type. */
const RECOGNITION_DPI = 200;
/** Longest side of a picture to be recognised whose dots an inch nobody knows, in pixels. */
const LONG_SIDE = 4000;
/** A smaller picture is taken from a screen, whose type is too small for the engine. */
const SHORT_SIDE = 1400;
const MAX_RECOGNITION_PIXELS = 16_000_000;
/** Inches of the side of a page that a picture most likely shows. */
const PAGE_INCHES = 11;
const MAX_DRAWN_PIXELS = 25_000_000;

export const picturePages: PagePictures = {
  listTextless: async (bytes, { pages, onProgress }) => {
    const file = await openPictureFile(bytes);
    const numbers = selectPages(file.pageCount, pages);
    onProgress?.(numbers.length, numbers.length);
    return numbers;
  },
  renderGrey: async (bytes, pages, use) => {
    const file = await openPictureFile(bytes);
    for (const page of pages) await use(page, await renderGrey(file, page));
  },
  draw: async (bytes, page, options) => {
    const file = await openPictureFile(bytes);
    if (page < 1 || page > file.pageCount) throw new UnreadableFileError('broken', `page ${page}`);
    return reading(() => renderPart(file, page, options));
  },
};

async function renderGrey(file: PictureFile, page: number): Promise<GreyPicture | undefined> {
  try {
    const info = await file.readPage(page);
    const { scale, dpi } = chooseScale(info);
    const { data, info: drawn } = await reading(() =>
      file
        .openPage(page)
        .resize({ width: Math.max(1, Math.round(info.width * scale)) })
        .toColourspace('b-w')
        .raw({ depth: 'uchar' })
        .toBuffer({ resolveWithObject: true }),
    );
    return { pixels: data, width: drawn.width, height: drawn.height, dpi };
  } catch (error) {
    // The other pages may be well.
    if (error instanceof UnreadableFileError) return undefined;
    throw error;
  }
}

function chooseScale({ width, height, dpi }: PictureInfo): { scale: number; dpi: number } {
  const most = Math.sqrt(MAX_RECOGNITION_PIXELS / (width * height));
  if (dpi !== undefined) {
    const scale = Math.min(most, Math.max(0.25, Math.min(3, RECOGNITION_DPI / dpi)));
    return { scale, dpi: dpi * scale };
  }
  const side = Math.max(width, height);
  const scale = Math.min(most, side < SHORT_SIDE ? 2 : side > LONG_SIDE ? LONG_SIDE / side : 1);
  return { scale, dpi: Math.max(70, Math.min(400, (side * scale) / PAGE_INCHES)) };
}

async function renderPart(
  file: PictureFile,
  page: number,
  { widthPx, type = 'jpeg', clip }: PictureOptions,
): Promise<Uint8Array> {
  const info = await file.readPage(page);
  const left = Math.floor((clip?.x0 ?? 0) * info.width);
  const top = Math.floor((clip?.y0 ?? 0) * info.height);
  const width = Math.max(1, Math.min(info.width - left, Math.ceil((clip?.x1 ?? 1) * info.width) - left));
  const height = Math.max(1, Math.min(info.height - top, Math.ceil((clip?.y1 ?? 1) * info.height) - top));
  const drawnWidth = Math.max(
    1,
    Math.min(widthPx, Math.floor(Math.sqrt((MAX_DRAWN_PIXELS * width) / height))),
  );
  const part: Sharp = file
    .openPage(page)
    .extract({ left, top, width, height })
    .resize({ width: Math.round(drawnWidth) });
  return type === 'png' ? part.png().toBuffer() : part.jpeg({ quality: 80 }).toBuffer();
}
