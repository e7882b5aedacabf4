import type { PDFDocumentProxy } from 'pdfjs-dist';

/** A run of text as pdf.js has it; in the order of the text layer's spans. */
export type TextRun = { text: string; endsLine: boolean };

/** The texts of a PDF's pages, each read once. */
export class PageTexts {
  readonly #pdf: PDFDocumentProxy;
  readonly #pages = new Map<number, Promise<readonly TextRun[]>>();

  constructor(pdf: PDFDocumentProxy) {
    this.#pdf = pdf;
  }

  get count(): number {
    return this.#pdf.numPages;
  }

  findRun(place: { page: number; x: number; y: number }): Promise<string | undefined> {
    return findRunAt(this.#pdf, place);
  }

  read(page: number): Promise<readonly TextRun[]> {
    const known = this.#pages.get(page);
    if (known) return known;
    const read = readRuns(this.#pdf, page);
    this.#pages.set(page, read);
    return read;
  }
}

/** The run of text at a point of a page, given as fractions; the nearest one where there is none. */
async function findRunAt(
  pdf: PDFDocumentProxy,
  { page, x, y }: { page: number; x: number; y: number },
): Promise<string | undefined> {
  const loaded = await pdf.getPage(page);
  const viewport = loaded.getViewport({ scale: 1 });
  const [left = 0, top = 0] = viewport.convertToPdfPoint(x * viewport.width, y * viewport.height);
  let nearest: { text: string; distance: number } | undefined;
  for (const item of (await loaded.getTextContent()).items) {
    if (!('str' in item) || item.str.trim() === '') continue;
    const [itemLeft, itemBottom] = [Number(item.transform[4]), Number(item.transform[5])];
    const across = Math.max(itemLeft - left, 0, left - itemLeft - item.width);
    const down = Math.max(itemBottom - top, 0, top - itemBottom - item.height);
    const distance = Math.hypot(across, down);
    if (distance < (nearest?.distance ?? Number.POSITIVE_INFINITY)) nearest = { text: item.str, distance };
  }
  return nearest?.text;
}

async function readRuns(pdf: PDFDocumentProxy, number: number): Promise<readonly TextRun[]> {
  const content = await (await pdf.getPage(number)).getTextContent();
  // What marks the structure has no text, and no span.
  return content.items.flatMap((item) => ('str' in item ? [{ text: item.str, endsLine: item.hasEOL }] : []));
}
