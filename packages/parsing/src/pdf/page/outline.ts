import { type PdfDocument, readUtf16 } from '../pdfium.ts';

/** A bookmark: `level` from 1, `page` from 1 where it leads into the document. */
export type Bookmark = { title: string; level: number; page?: number };

const MAX_BOOKMARKS = 5000;
const MAX_DEPTH = 12;

/** Reads the bookmarks in their order. Loops and monstrous trees are cut off. */
export function readBookmarks(document: PdfDocument): Bookmark[] {
  const bookmarks: Bookmark[] = [];
  const seen = new Set<number>();
  const { pdfium, handle } = document;
  const visit = (parent: number, level: number) => {
    let bookmark = pdfium._FPDFBookmark_GetFirstChild(handle, parent);
    while (bookmark !== 0 && bookmarks.length < MAX_BOOKMARKS && !seen.has(bookmark)) {
      seen.add(bookmark);
      const title = readTitle(document, bookmark);
      const page = readTarget(document, bookmark);
      if (title !== '') bookmarks.push({ title, level, ...(page === undefined ? {} : { page }) });
      if (level < MAX_DEPTH) visit(bookmark, level + 1);
      bookmark = pdfium._FPDFBookmark_GetNextSibling(handle, bookmark);
    }
  };
  visit(0, 1);
  return bookmarks;
}

function readTitle(document: PdfDocument, bookmark: number): string {
  return readUtf16(document, (buffer, length) =>
    document.pdfium._FPDFBookmark_GetTitle(bookmark, buffer, length),
  )
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim();
}

function readTarget({ pdfium, handle }: PdfDocument, bookmark: number): number | undefined {
  let destination = pdfium._FPDFBookmark_GetDest(handle, bookmark);
  if (destination === 0) {
    const action = pdfium._FPDFBookmark_GetAction(bookmark);
    if (action !== 0) destination = pdfium._FPDFAction_GetDest(handle, action);
  }
  if (destination === 0) return undefined;
  const index = pdfium._FPDFDest_GetDestPageIndex(handle, destination);
  return index >= 0 ? index + 1 : undefined;
}
