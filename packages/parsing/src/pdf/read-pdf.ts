import { createDocumentBuilder, type DocumentBuilder } from '../document-builder.ts';
import { type ParsedDocument, type ParseOptions, UnreadableFileError } from '../parsed-document.ts';
import type { Line, PageDraft } from './page-draft.ts';
import { readPageGeometry, toBox, turnBack } from './page-geometry.ts';
import { layOutPage } from './page-layout.ts';
import { readPageObjects } from './page-objects.ts';
import { readPageText } from './page-text.ts';
import { buildParagraphs, paragraphText } from './paragraphs.ts';
import { type PdfDocument, withPdf } from './pdfium.ts';
import type { Vocabulary } from './text-joining.ts';

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
    for (const draft of drafts) addPage(builder, draft, new Set());
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
    const items = layOutPage(text.words, objects, { number, geometry });
    return { number, width: geometry.width, height: geometry.height, items };
  } finally {
    document.pdfium._FPDF_ClosePage(page);
  }
}

function addPage(builder: DocumentBuilder, draft: PageDraft, vocabulary: Vocabulary): void {
  const { number, width, height } = draft;
  builder.addPage({ number, width, height, ...(draft.label === undefined ? {} : { label: draft.label }) });
  let lines: Line[] = [];
  const flush = () => {
    for (const paragraph of buildParagraphs(lines)) {
      const direction = paragraph.lines[0]!.direction;
      builder.addBlock({
        type: 'paragraph',
        text: paragraphText(paragraph, vocabulary),
        page: number,
        boxes: [toBox(turnBack(paragraph, direction, width, height), number, width, height)],
      });
    }
    lines = [];
  };
  for (const item of draft.items) {
    if (item.kind === 'line') {
      lines.push(item);
      continue;
    }
    flush();
    const boxes = [toBox(turnBack(item, item.direction, width, height), number, width, height)];
    if (item.kind === 'table') builder.addBlock({ type: 'table', table: item.table, page: number, boxes });
  }
  flush();
}
