import { type PdfDocument, readUtf16 } from '../pdfium.ts';

/** Heading levels by marked-content id, as a tagged page states them. */
export type TaggedHeadings = ReadonlyMap<number, number>;

const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 40;

/** Whether the file claims to be tagged. */
export function isTagged({ pdfium, handle }: PdfDocument): boolean {
  return pdfium._FPDFCatalog_IsTagged(handle) !== 0;
}

/** Reads which marked contents of a loaded page are headings: H and Title count as level 1, H1–H6 as they say. */
export function readTaggedHeadings(document: PdfDocument, page: number): TaggedHeadings {
  const { pdfium } = document;
  const levels = new Map<number, number>();
  const tree = pdfium._FPDF_StructTree_GetForPage(page);
  if (tree === 0) return levels;
  try {
    let budget = MAX_ELEMENTS;
    const visit = (element: number, heading: number | undefined, depth: number) => {
      if (element === 0 || budget-- <= 0 || depth > MAX_DEPTH) return;
      const type = readUtf16(document, (buffer, length) =>
        pdfium._FPDF_StructElement_GetType(element, buffer, length),
      );
      const level = readLevel(type) ?? heading;
      if (level !== undefined) {
        const count = pdfium._FPDF_StructElement_GetMarkedContentIdCount(element);
        for (let index = 0; index < count; index++) {
          const id = pdfium._FPDF_StructElement_GetMarkedContentIdAtIndex(element, index);
          if (id >= 0) levels.set(id, level);
        }
      }
      const children = pdfium._FPDF_StructElement_CountChildren(element);
      for (let index = 0; index < children; index++) {
        visit(pdfium._FPDF_StructElement_GetChildAtIndex(element, index), level, depth + 1);
      }
    };
    const roots = pdfium._FPDF_StructTree_CountChildren(tree);
    for (let index = 0; index < roots; index++)
      visit(pdfium._FPDF_StructTree_GetChildAtIndex(tree, index), undefined, 0);
  } finally {
    pdfium._FPDF_StructTree_Close(tree);
  }
  return levels;
}

function readLevel(type: string): number | undefined {
  if (type === 'H' || type === 'Title') return 1;
  const level = /^H([1-6])$/.exec(type);
  return level ? Number(level[1]) : undefined;
}
