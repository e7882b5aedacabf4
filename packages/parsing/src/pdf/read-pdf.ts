import { createDocumentBuilder, type DocumentBuilder } from '../document-builder.ts';
import {
  type ImageContent,
  type ParsedDocument,
  type ParseOptions,
  type RecognisedPage,
  UnreadableFileError,
} from '../parsed-document.ts';
import { addBlocks, addPlainBlocks } from './blocks.ts';
import { addDocumentInfo, readAttachmentNames, readDocumentInfo, readPageLabel } from './document-info.ts';
import { readBookmarks } from './page/outline.ts';
import type { PageDraft } from './page/page-draft.ts';
import { type PageGeometry, type Rectangle, readPageGeometry } from './page/page-geometry.ts';
import { layOutPage, listLines } from './page/page-layout.ts';
import { readPageObjects } from './page/page-objects.ts';
import { readPageText } from './page/page-text.ts';
import { isTagged, readTaggedHeadings } from './page/structure-tree.ts';
import { type PdfDocument, withPdf } from './pdfium.ts';
import {
  createImageBudget,
  encodeFigure,
  type ImageBudget,
  readFigureImage,
  renderFigure,
} from './pictures/figure-image.ts';
import {
  type Figure,
  findFigures,
  findPictures,
  needsOcr,
  type Picture,
  placeFigures,
} from './pictures/figures.ts';
import { findReadingProblem, holdsWords, readPageMarkdown } from './recognised/recognised-page.ts';
import { buildRecognisedWords } from './recognised/recognised-words.ts';
import { requirePageCount, selectPages } from './select-pages.ts';
import { gatherFormulas } from './text/formulas.ts';
import { markTaggedHeadings } from './text/headings.ts';
import { joinStoredWords } from './text/text-joining.ts';

const MAX_UNTAGGED_PAGES = 6;
// FLAT_NORMALDISPLAY and FLATTEN_SUCCESS of fpdf_flatten.h.
const FLATTEN_FOR_DISPLAY = 0;
const FLATTEN_SUCCESS = 1;

/**
 * Reads a PDF into blocks.
 * Throws UnreadableFileError: 'encrypted', 'broken', 'too_many_pages' (over 2,000), 'memory_limit'.
 */
export async function readPdf(bytes: Uint8Array, options: ParseOptions = {}): Promise<ParsedDocument> {
  return withPdf(bytes, async (document) => {
    requirePageCount(document);
    const builder = createDocumentBuilder({ format: 'pdf' });
    const numbers = selectPages(document.pageCount, options.pages);
    const drafts: PageDraft[] = [];
    const layout = options.layoutRecognition !== false;
    const session: Session = {
      document,
      builder,
      images: createImageBudget(),
      layout,
      tagged: layout && isTagged(document),
      untaggedPages: 0,
      recognised: new Map(options.recognised?.map((reading) => [reading.page, reading])),
      hasForm: document.pdfium._FPDF_GetFormType(document.handle) !== 0,
      skipTextless: options.skipTextless === true,
    };
    for (const number of numbers) {
      const draft = await readPageDraft(session, number);
      if (draft === undefined) builder.addWarning({ code: 'page_unreadable', page: number });
      else drafts.push(draft);
      options.onProgress?.(drafts.length, numbers.length);
    }
    if (drafts.length === 0 && numbers.length > 0)
      throw new UnreadableFileError('broken', 'no readable page');
    const info = readDocumentInfo(document);
    addDocumentInfo(builder, info);
    for (const name of readAttachmentNames(document))
      builder.addWarning({ code: 'attachment_skipped', detail: name });
    if (layout) addBlocks(builder, drafts, readBookmarks(document), info);
    else addPlainBlocks(builder, drafts);
    return builder.build();
  });
}

type Session = {
  document: PdfDocument;
  builder: DocumentBuilder;
  images: ImageBudget;
  layout: boolean;
  /** Whether the structure tree is worth asking. */
  tagged: boolean;
  untaggedPages: number;
  hasForm: boolean;
  skipTextless: boolean;
  recognised: ReadonlyMap<number, RecognisedPage>;
};

async function readPageDraft(session: Session, number: number): Promise<PageDraft | undefined> {
  const { document, builder } = session;
  const page = loadPage(session, number);
  if (page === 0) return undefined;
  try {
    const geometry = readPageGeometry(document, page);
    const text = readPageText(document, page, geometry);
    const objects = readPageObjects(document, page, geometry);
    const label = readPageLabel(document, number);
    const draft: PageDraft = {
      number,
      width: geometry.width,
      height: geometry.height,
      ...(label === undefined ? {} : { label }),
      items: [],
    };
    let { words } = text;
    const isUnread = needsOcr(text, objects, geometry);
    let isGarbled = isUnread && words.length > 0;
    if (isUnread) {
      const reading = session.recognised.get(number);
      const problem = findReadingProblem(reading);
      if (problem !== undefined) builder.addWarning({ code: problem, page: number });
      if (reading === undefined && session.skipTextless) return draft;
      if (reading?.markdown !== undefined) {
        draft.written = readPageMarkdown(reading.markdown);
        return draft;
      }
      if (reading?.lines !== undefined) {
        words = buildRecognisedWords(reading.lines, geometry);
        isGarbled = false;
        objects.images = objects.images.filter((image) => !holdsWords(image, words, geometry));
      }
    }
    builder.addSource({ page: number, text: joinStoredWords(words) });
    if (text.truncated) builder.addWarning({ code: 'text_truncated', page: number });
    // Signs instead of letters lie in columns by chance.
    const pictures = session.layout ? findPictures(objects, geometry) : [];
    draft.items =
      session.layout && !isGarbled
        ? layOutPage(words, { rulings: objects.rulings, pictures }, { number, geometry })
        : listLines(words);
    if (session.layout) {
      draft.items = gatherFormulas(draft.items);
      await addFigures(session, draft, { page, pictures, geometry });
      markTags(session, draft, page);
    }
    return draft;
  } finally {
    document.pdfium._FPDF_ClosePage(page);
  }
}

/** Loads a page. What people filled into a form is drawn next to the page's text: it is made part of it first. */
function loadPage({ document, hasForm }: Session, number: number): number {
  const { pdfium, handle } = document;
  const page = pdfium._FPDF_LoadPage(handle, number - 1);
  if (page === 0 || !hasForm || pdfium._FPDFPage_GetAnnotCount(page) === 0) return page;
  if (pdfium._FPDFPage_Flatten(page, FLATTEN_FOR_DISPLAY) !== FLATTEN_SUCCESS) return page;
  pdfium._FPDF_ClosePage(page);
  return pdfium._FPDF_LoadPage(handle, number - 1);
}

/** Places the figures of a loaded page among its items; what has to be drawn for them is encoded by and by. */
async function addFigures(
  { document, images }: Session,
  draft: PageDraft,
  { page, pictures, geometry }: { page: number; pictures: readonly Picture[]; geometry: PageGeometry },
): Promise<void> {
  const figures: { figure: Figure; image: ImageContent }[] = [];
  for (const figure of findFigures(pictures, draft.items, geometry)) {
    const image = readFigureImage(document, figure, geometry.rotation, images);
    if (image === undefined) continue;
    const bitmap = image.bytes
      ? undefined
      : renderFigure(document, page, geometry, { figure, budget: images });
    figures.push({
      figure,
      image: bitmap === undefined ? image : { ...(await encodeFigure(bitmap, images)), ...image },
    });
  }
  if (figures.length > 0) draft.items = placeFigures(draft.items, figures);
  for (const item of draft.items) {
    if (item.kind !== 'formula') continue;
    const bitmap = renderFigure(document, page, geometry, { figure: widen(item), budget: images });
    if (bitmap !== undefined) item.image = await encodeFigure(bitmap, images);
  }
}

/** Signs such as roots and large brackets reach beyond their boxes. */
function widen({ x0, y0, x1, y1 }: Rectangle): Rectangle {
  return { x0: x0 - 3, y0: y0 - 3, x1: x1 + 3, y1: y1 + 3 };
}

/** Reading the structure tree costs as much as reading the text: stop where the first pages name no heading. */
function markTags(session: Session, draft: PageDraft, page: number): void {
  if (!session.tagged) return;
  const tags = readTaggedHeadings(session.document, page);
  if (tags.size > 0) {
    session.untaggedPages = -Infinity;
    markTaggedHeadings(draft, tags);
  } else if (++session.untaggedPages >= MAX_UNTAGGED_PAGES) session.tagged = false;
}
