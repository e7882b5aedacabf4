import { UnreadableFileError } from '../parsed-document.ts';
import { readPageGeometry } from './page-geometry.ts';
import { type PdfDocument, withPdf } from './pdfium.ts';

/** No bitmap is larger, whatever the page claims to measure. */
const MAX_PIXELS = 25_000_000;

const WHITE = 0xffffffff;
const WHOLE_PAGE = { x0: 0, y0: 0, x1: 1, y1: 1 };
// FPDFBitmap_BGRx and render flags of fpdfview.h.
const FORMAT_BGRX = 3;
const RENDER_ANNOTATIONS = 0x01;
const RENDER_REVERSE_BYTES = 0x10;

export type RenderOptions = {
  /** Width of the picture in pixels; the height follows from what is drawn. */
  widthPx: number;
  /** Default JPEG, quality 80. */
  type?: 'jpeg' | 'png';
  /** The part of the page to draw, as fractions of the displayed page; the whole page without. */
  clip?: { x0: number; y0: number; x1: number; y1: number };
};

/**
 * Draws one page (1-based) or a part of it, such as a figure's box, and returns the encoded picture. Pages that would take more than 25 megapixels
 * are drawn smaller. Throws UnreadableFileError as reading does; 'broken' when the page cannot be drawn.
 */
export async function renderPdfPage(
  bytes: Uint8Array,
  pageNumber: number,
  { widthPx, type = 'jpeg', clip = WHOLE_PAGE }: RenderOptions,
): Promise<Uint8Array> {
  return withPdf(bytes, async (document) => {
    const { default: sharp } = await import('sharp');
    const bitmap = drawPage(document, pageNumber, widthPx, clip);
    const image = sharp(bitmap.pixels, {
      raw: { width: bitmap.width, height: bitmap.height, channels: 4 },
    }).removeAlpha();
    return type === 'png' ? image.png().toBuffer() : image.jpeg({ quality: 80 }).toBuffer();
  });
}

/** The number of pages. Throws UnreadableFileError: 'encrypted', 'broken'. */
export async function readPdfPageCount(bytes: Uint8Array): Promise<number> {
  return withPdf(bytes, async (document) => document.pageCount);
}

/** Pixels as RGBA, rows from the top. */
export type Bitmap = { pixels: Uint8Array; width: number; height: number };

function drawPage(
  document: PdfDocument,
  pageNumber: number,
  widthPx: number,
  clip: NonNullable<RenderOptions['clip']>,
): Bitmap {
  const { pdfium } = document;
  const page = pdfium._FPDF_LoadPage(document.handle, pageNumber - 1);
  if (page === 0) throw new UnreadableFileError('broken', `page ${pageNumber}`);
  try {
    const geometry = readPageGeometry(document, page);
    const across = Math.max(clip.x1 - clip.x0, 0.001);
    const down = Math.max(clip.y1 - clip.y0, 0.001);
    const ratio = (geometry.height * down) / (geometry.width * across);
    const width = Math.max(1, Math.round(Math.min(widthPx, Math.sqrt(MAX_PIXELS / ratio))));
    const height = Math.max(1, Math.round(Math.min(width * ratio, MAX_PIXELS / width)));
    // The whole page at this scale; what lies outside of the bitmap is not drawn.
    const pageWidth = Math.round(width / across);
    const pageHeight = Math.round(height / down);
    const left = -Math.round(clip.x0 * pageWidth);
    const top = -Math.round(clip.y0 * pageHeight);
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, FORMAT_BGRX, 0, 0);
    if (bitmap === 0) throw new UnreadableFileError('memory_limit', `page ${pageNumber}`);
    try {
      pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
      const flags = RENDER_ANNOTATIONS | RENDER_REVERSE_BYTES;
      pdfium._FPDF_RenderPageBitmap(bitmap, page, left, top, pageWidth, pageHeight, 0, flags);
      const start = pdfium._FPDFBitmap_GetBuffer(bitmap);
      return { pixels: pdfium.HEAPU8.slice(start, start + width * height * 4), width, height };
    } finally {
      pdfium._FPDFBitmap_Destroy(bitmap);
    }
  } finally {
    pdfium._FPDF_ClosePage(page);
  }
}
