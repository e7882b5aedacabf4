import type { Box, Citation } from '@lectern/contract';
import { readText } from './define-screen.ts';
import { readCount } from './knowledge-search.ts';

/** The place that a link into a document names. */
export type DocumentSearch = {
  page?: number;
  /** In the document text. */
  start?: number;
  end?: number;
  quote?: string;
  /** Rectangles of pages: page, left, top, right and bottom of each, in fractions; see `readBoxes`. */
  boxes?: string;
};

/** Links go through mails and chats, which break long ones. */
const mostBoxes = 24;
const longestQuote = 200;

export function readDocumentSearch(input: Record<string, unknown>): DocumentSearch {
  return {
    page: readCount(input.page),
    start: readCount(input.start, 0),
    end: readCount(input.end),
    quote: readText(input.quote),
    boxes: readText(input.boxes),
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

/** What a link to a cited passage says: enough to find it again without the conversation, or the chunk as it was. */
export function searchOfCitation(citation: Citation): DocumentSearch {
  const { page, boxes, quote, quoteRange, chunkRange } = citation;
  const range = quoteRange ?? chunkRange;
  // Words that break off in the middle are found all the same; half a character is not.
  const words = quote.length > longestQuote ? quote.slice(0, longestQuote).replace(/\s*\S*$/, '') : quote;
  return {
    page: page ?? undefined,
    boxes: writeBoxes(boxes),
    start: range?.start,
    end: range?.end,
    quote: words === '' ? undefined : words,
  };
}
