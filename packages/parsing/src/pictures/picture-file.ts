import type { Sharp } from 'sharp';
import { UnreadableFileError } from '../parsed-document.ts';
import { decodeBmp } from './decode-bmp.ts';

/** A4 at 600 dots an inch has 35 million; the largest telephones take 48. */
const MAX_PIXELS = 50_000_000;
/** As of PDF files. */
const MAX_PAGES = 2000;
/** Programs that know nothing of a picture's size write these. */
const EMPTY_DENSITIES = new Set([0, 1, 72, 96]);

/** An opened picture file. Sizes are those of the picture turned upright. */
export type PictureFile = {
  /** As the library names the encoding: "jpeg", "png", "tiff" …; "bmp" besides. */
  encoding: string;
  pageCount: number;
  readPage: (page: number) => Promise<PictureInfo>;
  /** The pixels of a page (1-based), turned upright, on white. */
  openPage: (page: number) => Sharp;
};

export type PictureInfo = {
  width: number;
  height: number;
  /** Pixels an inch, where the file says so in earnest. */
  dpi?: number;
  /** Whether the stored picture has to be turned to be upright. */
  turned: boolean;
};

/**
 * Opens a picture file; the pages of one can only be several in TIFF, of moving pictures it is the first.
 * Throws UnreadableFileError: 'broken', 'unsupported', 'too_large_unpacked' (over 50 megapixels a page),
 * 'too_many_pages'.
 */
export async function openPictureFile(bytes: Uint8Array): Promise<PictureFile> {
  const { default: sharp } = await import('sharp');
  if (bytes[0] === 0x42 && bytes[1] === 0x4d) {
    const { pixels, ...raw } = decodeBmp(bytes, MAX_PIXELS);
    return {
      encoding: 'bmp',
      pageCount: 1,
      readPage: async () => ({ ...raw, turned: false }),
      openPage: () => sharp(pixels, { raw: { ...raw, channels: 3 } }),
    };
  }
  const open = (page: number) =>
    sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', page: page - 1, pages: 1 });
  const { format, pages = 1 } = await reading(() => open(1).metadata());
  if (format === undefined || format === 'svg') throw new UnreadableFileError('unsupported', format);
  const pageCount = format === 'tiff' ? pages : 1;
  if (pageCount > MAX_PAGES) throw new UnreadableFileError('too_many_pages', String(pageCount));
  return {
    encoding: format,
    pageCount,
    readPage: (page) => reading(() => readInfo(open(page))),
    openPage: (page) => open(page).autoOrient().flatten({ background: '#ffffff' }),
  };
}

async function readInfo(picture: Sharp): Promise<PictureInfo> {
  const { autoOrient, width, height, orientation = 1, density } = await picture.metadata();
  // Asked for the head alone, the library counts no pixels.
  if (width * height > MAX_PIXELS)
    throw new UnreadableFileError('too_large_unpacked', `${width} × ${height}`);
  const known = density !== undefined && !EMPTY_DENSITIES.has(Math.round(density)) && density <= 2400;
  return {
    width: autoOrient.width,
    height: autoOrient.height,
    ...(known ? { dpi: density } : {}),
    turned: orientation > 1,
  };
}

/** Runs the library, whose errors are sentences, and says with a reason why a picture cannot be had. */
export async function reading<Result>(use: () => Promise<Result>): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    if (error instanceof UnreadableFileError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    if (/pixel limit/i.test(message)) throw new UnreadableFileError('too_large_unpacked', message);
    throw new UnreadableFileError('broken', message.slice(0, 200));
  }
}
