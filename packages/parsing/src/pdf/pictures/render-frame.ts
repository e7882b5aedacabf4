import type { PictureOptions } from '../../parsed-document.ts';
import { UnreadableFileError } from '../../parsed-document.ts';
import { type PageGeometry, readPageGeometry } from '../page/page-geometry.ts';
import type { PdfDocument } from '../pdfium.ts';

/** No bitmap is larger, whatever the page claims to measure. */
const MAX_PIXELS = 25_000_000;

const WHITE = 0xffffffff;
// FPDFBitmap_* and render flags of fpdfview.h.
const FORMAT_GREY = 1;
const FORMAT_BGRX = 3;
const RENDER_ANNOTATIONS = 0x01;
const RENDER_GREYSCALE = 0x08;
const RENDER_REVERSE_BYTES = 0x10;

/** Pixels, rows from the top: RGBA of four bytes, or grey of one. */
export type Bitmap = { pixels: Uint8Array; width: number; height: number };

/** What of a page to draw, `width` and `height` in pixels. */
type Frame = {
  width: number;
  height: number;
  clip: NonNullable<PictureOptions['clip']>;
  grey?: boolean;
};

export const WHOLE_PAGE = { x0: 0, y0: 0, x1: 1, y1: 1 };

/** The pixels that a part of a page takes at a width, within the bound. */
export function fitFrame(
  geometry: Pick<PageGeometry, 'width' | 'height'>,
  widthPx: number,
  clip: Frame['clip'] = WHOLE_PAGE,
): Frame {
  const ratio =
    (geometry.height * Math.max(clip.y1 - clip.y0, 0.001)) /
    (geometry.width * Math.max(clip.x1 - clip.x0, 0.001));
  const width = Math.max(1, Math.round(Math.min(widthPx, Math.sqrt(MAX_PIXELS / ratio))));
  const height = Math.max(1, Math.round(Math.min(width * ratio, MAX_PIXELS / width)));
  return { width, height, clip };
}

/** Loads a page (1-based) for the time of `use`. Throws UnreadableFileError 'broken' when it cannot be. */
export function withPage<Result>(
  document: PdfDocument,
  pageNumber: number,
  use: (page: number, geometry: PageGeometry) => Result,
): Result {
  const { pdfium } = document;
  const page = pdfium._FPDF_LoadPage(document.handle, pageNumber - 1);
  if (page === 0) throw new UnreadableFileError('broken', `page ${pageNumber}`);
  try {
    return use(page, readPageGeometry(document, page));
  } finally {
    pdfium._FPDF_ClosePage(page);
  }
}

/** Draws a loaded page. Throws UnreadableFileError 'memory_limit' when there is no room for the bitmap. */
export function renderFrame({ pdfium }: PdfDocument, page: number, frame: Frame): Bitmap {
  const { width, height, clip, grey = false } = frame;
  // The whole page at this scale; what lies outside of the bitmap is not drawn.
  const pageWidth = Math.round(width / Math.max(clip.x1 - clip.x0, 0.001));
  const pageHeight = Math.round(height / Math.max(clip.y1 - clip.y0, 0.001));
  const left = -Math.round(clip.x0 * pageWidth);
  const top = -Math.round(clip.y0 * pageHeight);
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, grey ? FORMAT_GREY : FORMAT_BGRX, 0, 0);
  if (bitmap === 0) throw new UnreadableFileError('memory_limit', `${width} × ${height} pixels`);
  try {
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    const flags = RENDER_ANNOTATIONS | (grey ? RENDER_GREYSCALE : RENDER_REVERSE_BYTES);
    pdfium._FPDF_RenderPageBitmap(bitmap, page, left, top, pageWidth, pageHeight, 0, flags);
    return { pixels: copyPixels(pdfium, bitmap, width * (grey ? 1 : 4), height), width, height };
  } finally {
    pdfium._FPDFBitmap_Destroy(bitmap);
  }
}

/** Rows without the padding at their ends. */
function copyPixels(
  pdfium: PdfDocument['pdfium'],
  bitmap: number,
  rowBytes: number,
  height: number,
): Uint8Array {
  const start = pdfium._FPDFBitmap_GetBuffer(bitmap);
  const stride = pdfium._FPDFBitmap_GetStride(bitmap);
  if (stride === rowBytes) return pdfium.HEAPU8.slice(start, start + rowBytes * height);
  const pixels = new Uint8Array(rowBytes * height);
  for (let row = 0; row < height; row++)
    pixels.set(pdfium.HEAPU8.subarray(start + row * stride, start + row * stride + rowBytes), row * rowBytes);
  return pixels;
}
