import type { Rectangle } from './page-geometry.ts';
import type { Word } from './page-text.ts';

/** Words of one line without a wide gap between them. */
export type Fragment = Rectangle & { words: Word[]; size: number };

/** Fragments of one height that follow each other in stored order. */
export type Row = Rectangle & { fragments: Fragment[] };

/** A gap beyond this many font sizes parts two fragments; justified prose stays below. */
const FRAGMENT_GAP = 0.85;

/** Share of the lower of two boxes that must overlap for both to be on one line. */
const SAME_LINE_OVERLAP = 0.5;

/** Whether two boxes are on the same line of text. */
export function areOnSameLine(a: Rectangle, b: Rectangle): boolean {
  const overlap = Math.min(a.y1, b.y1) - Math.max(a.y0, b.y0);
  return overlap > 0 && overlap >= SAME_LINE_OVERLAP * Math.min(a.y1 - a.y0, b.y1 - b.y0);
}

/** Cuts words in stored order into fragments. */
export function buildFragments(words: readonly Word[]): Fragment[] {
  const fragments: Fragment[] = [];
  let current: Fragment | undefined;
  for (const word of words) {
    if (current !== undefined && continuesFragment(current, word)) {
      current.words.push(word);
      current.x0 = Math.min(current.x0, word.x0);
      current.x1 = Math.max(current.x1, word.x1);
      // The band of a line is that of its largest letters, so that raised marks do not widen it.
      if (word.style.size > current.size) {
        current.size = word.style.size;
        current.y0 = word.y0;
        current.y1 = word.y1;
      }
    } else {
      current = { words: [word], x0: word.x0, y0: word.y0, x1: word.x1, y1: word.y1, size: word.style.size };
      fragments.push(current);
    }
  }
  return fragments;
}

function continuesFragment(fragment: Fragment, word: Word): boolean {
  if (!areOnSameLine(fragment, word) && !isRaisedOrLowered(fragment, word)) return false;
  const reach = FRAGMENT_GAP * Math.max(fragment.size, word.style.size, 4);
  const last = fragment.words.at(-1)!;
  const gapAfter = word.x0 - last.x1;
  const gapBefore = last.x0 - word.x1;
  // Left to right, or right to left as Arabic and Hebrew are stored.
  return (gapAfter <= reach && gapAfter >= -reach) || (gapBefore <= reach && gapBefore >= -0.3 * reach);
}

/** A small mark next to a line, such as an index or exponent; stacked ones hardly overlap the line's band. */
function isRaisedOrLowered(fragment: Fragment, word: Word): boolean {
  if (word.style.size >= 0.8 * fragment.size) return false;
  const middle = (word.y0 + word.y1) / 2;
  const reach = 0.15 * (fragment.y1 - fragment.y0);
  return middle > fragment.y0 - reach && middle < fragment.y1 + reach;
}

/** Groups fragments of one height that follow each other in stored order. */
export function buildRows(fragments: readonly Fragment[]): Row[] {
  const rows: Row[] = [];
  let current: Row | undefined;
  for (const fragment of fragments) {
    if (current !== undefined && areOnSameLine(current, fragment)) {
      current.fragments.push(fragment);
      current.x0 = Math.min(current.x0, fragment.x0);
      current.x1 = Math.max(current.x1, fragment.x1);
    } else {
      current = { fragments: [fragment], x0: fragment.x0, y0: fragment.y0, x1: fragment.x1, y1: fragment.y1 };
      rows.push(current);
    }
  }
  return rows;
}
