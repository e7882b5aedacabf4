import type { Fragment, Row } from './lines.ts';
import { standOnSameLine } from './lines.ts';
import { type Rectangle, uniteAll } from './page-geometry.ts';
import { joinWords } from './text-joining.ts';

/** One place of a row: fragments that belong together, such as a currency sign and its figure. */
export type Piece = Rectangle & { fragments: Fragment[]; text: string; size: number };

/** Pieces of one height, from left to right. */
export type PieceRow = Rectangle & { pieces: Piece[]; size: number };

const OPENING = /^(?:[$€£¥₩]|US\$|C\$|A\$|HK\$|R\$|Rs\.?)?\s*\(?[-–—]?$/u;
const CLOSING = /^(?:[)%‰]+|\)\s*%|bps|pts?\.?|pp|x|\*+)$/u;
const LIST_MARKER =
  /^(?:[•●○▪■□►➢✓✔❖*·–—-]|[(（]?(?:\d{1,2}|[a-z]|[ivx]{1,4}|[A-Z])[)）]|(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})\.)$/u;

/** Brings fragments of one line into order and joins those that make one figure or list item. */
export function buildPieceRow(fragments: readonly Fragment[]): PieceRow {
  const pieces: Piece[] = [];
  for (const fragment of fragments.toSorted((a, b) => a.x0 - b.x0)) {
    const text = joinWords(fragment.words);
    const previous = pieces.at(-1);
    const gap = previous === undefined ? 0 : fragment.x0 - previous.x1;
    const joins =
      previous !== undefined &&
      ((OPENING.test(previous.text) && /^[\d(.,–—-]/.test(text) && gap < 8 * fragment.size) ||
        (CLOSING.test(text) && gap < 2.5 * fragment.size) ||
        (pieces.length === 1 &&
          LIST_MARKER.test(previous.text) &&
          /^[^\d$(–—-]/u.test(text) &&
          gap < 5 * fragment.size));
    if (joins) {
      previous.fragments.push(fragment);
      previous.text =
        /^[$(]/.test(previous.text) || CLOSING.test(text) ? previous.text + text : `${previous.text} ${text}`;
      Object.assign(previous, uniteAll([previous, fragment]));
    } else pieces.push({ ...boxOf(fragment), fragments: [fragment], text, size: fragment.size });
  }
  return { ...uniteAll(pieces), pieces, size: Math.max(...pieces.map((piece) => piece.size)) };
}

function boxOf({ x0, y0, x1, y1 }: Rectangle): Rectangle {
  return { x0, y0, x1, y1 };
}

/** Puts fragments of a region into rows by height alone, whatever order they are stored in. */
export function regroupByHeight(rows: readonly Row[]): PieceRow[] {
  const fragments = rows.flatMap((row) => row.fragments).sort((a, b) => a.y0 + a.y1 - b.y0 - b.y1);
  const groups: (Rectangle & { fragments: Fragment[] })[] = [];
  for (const fragment of fragments) {
    const group = groups.at(-1);
    if (group !== undefined && standOnSameLine(group, fragment)) group.fragments.push(fragment);
    else groups.push({ ...boxOf(fragment), fragments: [fragment] });
  }
  return groups.map((group) => buildPieceRow(group.fragments));
}

/** The number of words of a piece; characters count for scripts without spaces. */
export function countWords(text: string): number {
  const unspaced = text.match(/[\u3040-\u30ff\u3400-\u9fff]/gu)?.length ?? 0;
  return (
    unspaced / 2 +
    text.split(/\s+/u).filter((part) => /[\p{L}\p{N}]/u.test(part)).length -
    (unspaced > 0 ? 1 : 0)
  );
}
