import { createDocumentBuilder } from '../document-builder.ts';
import { type ParsedDocument, type ParseOptions, UnreadableFileError } from '../parsed-document.ts';
import { addBlocks } from './blocks.ts';
import { addDocumentInfo, readDocumentInfo, readPageLabel } from './document-info.ts';
import { readBookmarks } from './outline.ts';
import type { PageDraft } from './page-draft.ts';
import { readPageGeometry } from './page-geometry.ts';
import { layOutPage } from './page-layout.ts';
import { readPageObjects } from './page-objects.ts';
import { readPageText } from './page-text.ts';
import { type PdfDocument, withPdf } from './pdfium.ts';

/** Larger documents are refused; the server splits none either. */
const MAX_PAGES = 2000;

/**
 * Reads a PDF into blocks.
 * Throws UnreadableFileError: 'encrypted', 'broken', 'too_many_pages' (over 2,000), 'memory_limit'.
 */
export async function readPdf(bytes: Uint8Array, options: ParseOptions = {}): Promise<ParsedDocument> {
  return withPdf(bytes, async (document) => {
    if (document.pageCount > MAX_PAGES)
      throw new UnreadableFileError('too_many_pages', String(document.pageCount));
    const builder = createDocumentBuilder({ format: 'pdf' });
    const numbers = selectPages(document.pageCount, options.pages);
    const drafts: PageDraft[] = [];
    for (const number of numbers) {
      const draft = readPageDraft(document, number);
      if (draft === undefined) builder.addWarning({ code: 'page_unreadable', page: number });
      else drafts.push(draft);
      options.onProgress?.(drafts.length, numbers.length);
    }
    if (drafts.length === 0 && numbers.length > 0)
      throw new UnreadableFileError('broken', 'no readable page');
    const info = readDocumentInfo(document);
    addDocumentInfo(builder, info);
    addBlocks(builder, drafts, readBookmarks(document), info);
    return builder.build();
  });
}

function selectPages(pageCount: number, ranges: ParseOptions['pages']): number[] {
  const all = Array.from({ length: pageCount }, (_, index) => index + 1);
  if (ranges === undefined || ranges.length === 0) return all;
  return all.filter((number) => ranges.some((range) => number >= range.from && number < range.to));
}

function readPageDraft(document: PdfDocument, number: number): PageDraft | undefined {
  const page = document.pdfium._FPDF_LoadPage(document.handle, number - 1);
  if (page === 0) return undefined;
  try {
    const geometry = readPageGeometry(document, page);
    const text = readPageText(document, page, geometry);
    const objects = readPageObjects(document, page, geometry);
    const label = readPageLabel(document, number);
    const items = layOutPage(text.words, objects, { number, geometry });
    return {
      number,
      width: geometry.width,
      height: geometry.height,
      ...(label === undefined ? {} : { label }),
      items,
    };
  } finally {
    document.pdfium._FPDF_ClosePage(page);
  }
}
