import type { Box } from '@lectern/contract';
import type { CSSProperties } from 'react';
import type { Passage } from './passage.ts';

/** A rectangle of a page, as fractions of it. */
export type Rect = Omit<Box, 'page'>;

export const noBoxes: readonly Rect[] = [];

export function groupByPage(passage: Passage | undefined): Map<number, readonly Rect[]> {
  const pages = new Map<number, Rect[]>();
  for (const { page, ...rect } of passage?.boxes ?? []) {
    const boxes = pages.get(page);
    if (boxes) boxes.push(rect);
    else pages.set(page, [rect]);
  }
  for (const [page, boxes] of pages) pages.set(page, withoutFullPageBox(boxes));
  return pages;
}

/** A scan is a picture of the page with text on it: where the text is marked, the page need not be. */
function withoutFullPageBox(boxes: Rect[]): Rect[] {
  const parts = boxes.filter(({ x0, y0, x1, y1 }) => (x1 - x0) * (y1 - y0) < 0.95);
  return parts.length > 0 ? parts : boxes;
}

/** Where a passage begins: in reading order, the first box may be low on the page where the passage continues in the next column. */
export function startOf(passage: Passage | undefined): { page: number; top: number } | undefined {
  const first = passage?.boxes?.[0];
  if (first) return { page: first.page, top: first.y0 };
  return passage?.page ? { page: passage.page, top: 0 } : undefined;
}

export function toStyle(rect: Rect): CSSProperties {
  return {
    left: `${rect.x0 * 100}%`,
    top: `${rect.y0 * 100}%`,
    width: `${(rect.x1 - rect.x0) * 100}%`,
    height: `${(rect.y1 - rect.y0) * 100}%`,
  };
}
