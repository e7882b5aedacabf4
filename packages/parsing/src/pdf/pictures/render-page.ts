import type { PictureOptions } from '../../parsed-document.ts';
import { withPdf } from '../pdfium.ts';
import { fitFrame, renderFrame, withPage } from './render-frame.ts';

/**
 * Draws one page (1-based) or a part of it, such as a figure's box, and returns the encoded picture. Pages that would take more than 25 megapixels
 * are drawn smaller. Throws UnreadableFileError as reading does; 'broken' when the page cannot be drawn.
 */
export async function renderPdfPage(
  bytes: Uint8Array,
  pageNumber: number,
  { widthPx, type = 'jpeg', clip }: PictureOptions,
): Promise<Uint8Array> {
  return withPdf(bytes, async (document) => {
    const { default: sharp } = await import('sharp');
    const { pixels, width, height } = withPage(document, pageNumber, (page, geometry) =>
      renderFrame(document, page, fitFrame(geometry, widthPx, clip)),
    );
    const image = sharp(pixels, { raw: { width, height, channels: 4 } }).removeAlpha();
    return type === 'png' ? image.png().toBuffer() : image.jpeg({ quality: 80 }).toBuffer();
  });
}

/** The number of pages. Throws UnreadableFileError: 'encrypted', 'broken'. */
export async function readPdfPageCount(bytes: Uint8Array): Promise<number> {
  return withPdf(bytes, async (document) => document.pageCount);
}
