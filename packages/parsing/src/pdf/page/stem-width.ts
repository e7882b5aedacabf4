import type { PdfDocument } from '../pdfium.ts';

/** Names that a producer made up: a file that calls its fonts so does not say which of them are bold. */
const OPAQUE_NAME = /^(?!(?:CM|SF|LM|MS|EU)[A-Z])(?!.*[a-z]{3}).*\d/;
const SAMPLE_LETTERS = [...'aeinorst'].map((letter) => letter.codePointAt(0)!);
const SEGMENT_MOVE = 2;
const MAX_SEGMENTS = 400;

/**
 * How thick the strokes of a font's letters are, as a share of its size; 0 where its name tells its weight, or where
 * its glyphs cannot be read. The area of a stroke by its outline is half its width.
 */
export function measureStems(document: PdfDocument, font: number, name: string): number {
  if (!OPAQUE_NAME.test(name.replace(/^[A-Z]{6}\+/, '').replace(/^CIDFont\+/, ''))) return 0;
  const widths = SAMPLE_LETTERS.map((letter) => measureGlyph(document, font, letter)).filter(
    (width) => width > 0,
  );
  return widths.length === 0 ? 0 : widths.reduce((sum, width) => sum + width, 0) / widths.length;
}

function measureGlyph({ pdfium, scratch }: PdfDocument, font: number, code: number): number {
  const path = pdfium._FPDFFont_GetGlyphPath(font, code, 1);
  if (path === 0) return 0;
  const count = Math.min(pdfium._FPDFGlyphPath_CountGlyphSegments(path), MAX_SEGMENTS);
  let area = 0;
  let outline = 0;
  let lastX = 0;
  let lastY = 0;
  for (let index = 0; index < count; index++) {
    const segment = pdfium._FPDFGlyphPath_GetGlyphPathSegment(path, index);
    if (pdfium._FPDFPathSegment_GetPoint(segment, scratch, scratch + 4) === 0) return 0;
    const x = pdfium.HEAPF32[scratch >> 2]!;
    const y = pdfium.HEAPF32[(scratch >> 2) + 1]!;
    if (pdfium._FPDFPathSegment_GetType(segment) !== SEGMENT_MOVE) {
      area += lastX * y - x * lastY;
      outline += Math.hypot(x - lastX, y - lastY);
    }
    lastX = x;
    lastY = y;
  }
  return outline === 0 ? 0 : Math.abs(area) / outline;
}
