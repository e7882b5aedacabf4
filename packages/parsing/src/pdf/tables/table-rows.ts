import type { Fragment, Row } from '../page/lines.ts';
import { areOnSameLine } from '../page/lines.ts';
import { type Rectangle, uniteAll } from '../page/page-geometry.ts';
import { joinWords } from '../text/text-joining.ts';
import { isNumeric } from './table-cells.ts';

/** One place of a row: fragments that belong together, such as a currency sign and its figure. */
export type Piece = Rectangle & { fragments: Fragment[]; text: string; size: number };

/** Pieces of one height, from left to right. */
export type PieceRow = Rectangle & { pieces: Piece[]; size: number };

const OPENING = /^(?:(?:[$€£¥₩]|US\$|C\$|A\$|HK\$|R\$|Rs\.?)\s*\(?|\()$/u;
const CLOSING = /^(?:[)%‰]+|\)\s*%|bps|pts?\.?|pp|x|\*+)$/u;
/** Gaps, in font sizes, beyond which close figures and words over different columns are parted. */
const CLOSE_FIGURES_GAP = 0.4;
const COLUMN_GAP = 0.4;
/** A bullet or enumerator that stands alone. */
export const LIST_MARKER =
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
      ((OPENING.test(previous.text) && /^[\d(.,–—-]/.test(text) && gap < 40 * fragment.size) ||
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
  const fragments = rows
    .flatMap((row) => row.fragments.flatMap(partFigures))
    .sort((a, b) => a.y0 + a.y1 - b.y0 - b.y1);
  const groups: (Rectangle & { fragments: Fragment[] })[] = [];
  for (const fragment of fragments) {
    const group = groups.at(-1);
    if (group !== undefined && areOnSameLine(group, fragment)) group.fragments.push(fragment);
    else groups.push({ ...boxOf(fragment), fragments: [fragment] });
  }
  return groups.map((group) => buildPieceRow(group.fragments));
}

/** Figures set close to each other are still cells of their own. */
function partFigures(fragment: Fragment): Fragment[] {
  const parts: Fragment[] = [];
  for (const word of fragment.words) {
    const part = parts.at(-1);
    const previous = part?.words.at(-1);
    const startsCell =
      previous === undefined ||
      (word.x0 - previous.x1 > CLOSE_FIGURES_GAP * fragment.size &&
        isNumeric(previous.text) &&
        /^[$€£¥(\d–—-]/.test(word.text));
    if (startsCell) {
      const { x0, x1 } = word;
      parts.push({ x0, x1, y0: fragment.y0, y1: fragment.y1, words: [word], size: fragment.size });
    } else {
      part!.words.push(word);
      part!.x0 = Math.min(part!.x0, word.x0);
      part!.x1 = Math.max(part!.x1, word.x1);
    }
  }
  return parts;
}

/** Cuts a piece where it crosses from column to column with more than a word's space between. */
export function partByColumns(piece: Piece, columns: readonly { x0: number; x1: number }[]): Piece[] {
  const words = piece.fragments.flatMap((fragment) => fragment.words);
  const cuts: number[] = [];
  for (let index = 1; index < words.length; index++) {
    const from = words[index - 1]!.x1;
    const to = words[index]!.x0;
    if (to - from < COLUMN_GAP * piece.size) continue;
    const crosses = columns.some((column, at) => {
      const next = columns[at + 1];
      return (
        next !== undefined &&
        column.x1 > piece.x0 &&
        (from + to) / 2 >= column.x1 - 2 &&
        (from + to) / 2 <= next.x0 + 2
      );
    });
    if (crosses && !OPENING.test(words[index - 1]!.text) && !CLOSING.test(words[index]!.text))
      cuts.push(index);
  }
  if (cuts.length === 0) return [piece];
  return [0, ...cuts].map((from, at) => {
    const part = words.slice(from, cuts[at]);
    const fragment: Fragment = { ...uniteAll(part), words: part, size: piece.size };
    return { ...uniteAll(part), fragments: [fragment], text: joinWords(part), size: piece.size };
  });
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
