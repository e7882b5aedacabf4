import type { Box, CharRange } from '../core/common.ts';

/** The place in a document that a link points to, as written in the address. */
export type DocumentPlace = {
  page?: number;
  /** In the document text. */
  start?: number;
  end?: number;
  quote?: string;
  /** Rectangles of pages: page, left, top, right and bottom of each, in fractions; see `readBoxes`. */
  boxes?: string;
  /** Which of its files. */
  version?: number;
};

/** Links go through mails and chats, which break long ones. */
const mostBoxes = 24;
const longestQuote = 400;

/** A passage as the address of its document names it: enough to find it again by itself. */
export function toDocumentPlace(passage: {
  page: number | null;
  boxes: readonly Box[];
  charRange: CharRange | null;
  quote?: string;
  version?: number | undefined;
}): DocumentPlace {
  const { page, boxes, charRange, quote = '', version } = passage;
  // Words that break off in the middle are found all the same; half a character is not.
  const words = quote.length > longestQuote ? quote.slice(0, longestQuote).replace(/\s*\S*$/, '') : quote;
  return {
    page: page ?? undefined,
    boxes: writeBoxes(boxes),
    start: charRange?.start,
    end: charRange?.end,
    quote: words === '' ? undefined : words,
    ...(version === undefined ? {} : { version }),
  };
}

/** The boxes of an address such as `3_0.1_0.2_0.9_0.25-4_…`; what is no box on a page is left out. */
export function readBoxes(text: string | undefined): Box[] {
  return (text ?? '').split('-').flatMap((part) => {
    const [page = 0, x0 = -1, y0 = -1, x1 = -1, y1 = -1] = part.split('_').map(Number);
    const isBox =
      Number.isSafeInteger(page) &&
      page > 0 &&
      x0 >= 0 &&
      y0 >= 0 &&
      x1 > x0 &&
      y1 > y0 &&
      x1 <= 1 &&
      y1 <= 1;
    return isBox ? [{ page, x0, y0, x1, y1 }] : [];
  });
}

function writeBoxes(boxes: readonly Box[]): string | undefined {
  const round = (value: number) => Number(Math.min(1, Math.max(0, value)).toFixed(3));
  const parts = boxes
    .slice(0, mostBoxes)
    .map(({ page, x0, y0, x1, y1 }) => [page, ...[x0, y0, x1, y1].map(round)].join('_'));
  return parts.length > 0 ? parts.join('-') : undefined;
}

/** The address at which the web app shows a document, below the installation's own; values are written as its router does. */
export function documentAddress(documentId: string, place: DocumentPlace): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(place))
    if (value !== undefined)
      query.set(name, typeof value === 'string' ? quoteForRouter(value) : String(value));
  return `/document/${documentId}${query.size > 0 ? `?${query}` : ''}`;
}

/** The router reads what looks like JSON as such, unless it is a JSON string. */
function quoteForRouter(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return JSON.stringify(text);
}
