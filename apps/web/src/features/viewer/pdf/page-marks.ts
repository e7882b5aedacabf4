import { findText, type PieceRange } from '../find-text.ts';
import type { Rect } from '../page-boxes.ts';
import type { PageTextLayer } from './use-text-layer.ts';

function rectsOf(ranges: readonly PieceRange[], divs: readonly HTMLElement[], page: DOMRect): Rect[] {
  return ranges.flatMap(({ piece, start, end }) => {
    const node = divs[piece]?.firstChild;
    if (!(node instanceof Text)) return [];
    const range = new Range();
    range.setStart(node, Math.min(start, node.length));
    range.setEnd(node, Math.min(end, node.length));
    return [...range.getClientRects()].map((rect) => ({
      x0: (rect.left - page.left) / page.width,
      y0: (rect.top - page.top) / page.height,
      x1: (rect.right - page.left) / page.width,
      y1: (rect.bottom - page.top) / page.height,
    }));
  });
}

function overlap(rects: readonly Rect[], boxes: readonly Rect[]): number {
  const inside = rects.filter((rect) => {
    const x = (rect.x0 + rect.x1) / 2;
    const y = (rect.y0 + rect.y1) / 2;
    return boxes.some(
      (box) => x >= box.x0 - 0.01 && x <= box.x1 + 0.01 && y >= box.y0 - 0.01 && y <= box.y1 + 0.01,
    );
  });
  return inside.length / Math.max(rects.length, 1);
}

/** Neighbouring pieces of one line become one rectangle: the text layer cuts lines at every change of font. */
function joinLines(rects: Rect[]): Rect[] {
  const joined: Rect[] = [];
  for (const rect of rects) {
    const last = joined.at(-1);
    const sameLine = last && Math.abs(last.y0 - rect.y0) < 0.006 && Math.abs(last.y1 - rect.y1) < 0.012;
    if (last && sameLine && rect.x0 - last.x1 < 0.03 && rect.x0 >= last.x0) {
      last.x1 = Math.max(last.x1, rect.x1);
      last.y0 = Math.min(last.y0, rect.y0);
      last.y1 = Math.max(last.y1, rect.y1);
    } else joined.push({ ...rect });
  }
  return joined;
}

/** Where these stretches of text are on a page, line by line. */
export function findRects(ranges: readonly PieceRange[], { divs }: PageTextLayer, page: DOMRect): Rect[] {
  return joinLines(rectsOf(ranges, divs, page));
}

/** Where the quote is on a page, from its text layer; of several places the one inside `boxes`. */
export function locateQuote(
  quote: string,
  boxes: readonly Rect[],
  layer: PageTextLayer,
  page: DOMRect,
): Rect[] {
  const ranges = findText(layer.strings, quote, (occurrences) => {
    if (boxes.length === 0 || occurrences.length === 1) return occurrences[0]!;
    const scored = occurrences.map((ranges) => overlap(rectsOf(ranges, layer.divs, page), boxes));
    return occurrences[scored.indexOf(Math.max(...scored))]!;
  });
  return findRects(ranges, layer, page);
}
