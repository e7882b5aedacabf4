import { type GreyPicture, type PagePictures, UnreadableFileError } from '../../parsed-document.ts';
import { readPageObjects } from '../page/page-objects.ts';
import { countCharacters } from '../page/page-text.ts';
import { type PdfDocument, withPdf } from '../pdfium.ts';
import { requirePageCount, selectPages } from '../select-pages.ts';
import { needsOcr } from './figures.ts';
import { fitFrame, renderFrame, withPage } from './render-frame.ts';
import { renderPdfPage } from './render-page.ts';

/** More does not make the engine more accurate, and less costs small type. */
const RECOGNITION_DPI = 200;
/** An A3 page at that; of larger pages the letters are larger too. */
const RECOGNITION_PIXELS = 16_000_000;

export const pdfPagePictures: PagePictures = {
  listTextless: (bytes, { pages, onProgress }) =>
    withPdf(bytes, async (document) => {
      requirePageCount(document);
      const numbers = selectPages(document.pageCount, pages);
      return numbers.filter((number, index) => {
        const textless = orElse(() => isTextless(document, number), false);
        onProgress?.(index + 1, numbers.length);
        return textless;
      });
    }),
  renderGrey: (bytes, pages, use) =>
    withPdf(bytes, async (document) => {
      for (const number of pages)
        await use(
          number,
          orElse(() => renderGreyPage(document, number), undefined),
        );
    }),
  draw: renderPdfPage,
};

function isTextless(document: PdfDocument, number: number): boolean {
  return withPage(document, number, (page, geometry) => {
    const text = countCharacters(document, page);
    // Most pages have text, and no glyph without meaning: what is drawn on them need not be looked at.
    if (text.characterCount >= 20 && text.unmappedCount === 0) return false;
    return needsOcr(text, readPageObjects(document, page, geometry), geometry);
  });
}

function renderGreyPage(document: PdfDocument, number: number): GreyPicture {
  return withPage(document, number, (page, geometry) => {
    const { width, height } = geometry;
    const scale = Math.min(RECOGNITION_DPI / 72, Math.sqrt(RECOGNITION_PIXELS / (width * height)));
    const frame = fitFrame(geometry, width * scale);
    return { ...renderFrame(document, page, { ...frame, grey: true }), dpi: scale * 72 };
  });
}

/** One bad page is no reason to give up the others; an engine without memory is. */
function orElse<Value>(use: () => Value, otherwise: Value): Value {
  try {
    return use();
  } catch (error) {
    if (error instanceof UnreadableFileError && error.reason === 'broken') return otherwise;
    throw error;
  }
}
