import { areOnSameLine } from '../page/lines.ts';
import type { Rectangle } from '../page/page-geometry.ts';
import { isListMarker } from './non-tables.ts';
import { isNumeric, isYear } from './table-cells.ts';
import { countWords, type PieceRow } from './table-rows.ts';

/** White space, in font sizes, that rows of figures may leave between the parts of one statement. */
const MAX_PART_DISTANCE = 10;
/** White space, in font sizes, between a part's title and its figures, and below a head. */
const MAX_TITLE_DISTANCE = 2.8;
const MAX_HEAD_DISTANCE = 5;
const MAX_TITLE_WORDS = 8;
/** Stored pieces from a part's title to its first figures. */
const MAX_TITLE_ROWS = 4;
/** Stored pieces of a head. */
const MAX_HEAD_ROWS = 12;
/** Figures that make a statement of a region, and that stand below a head. */
const MIN_FIGURES = 4;
const MIN_FIRST_FIGURES = 3;

/**
 * Whether the row at `index`, after white space, belongs to the statement that began at `start`: its next figures, the
 * title of its next part, or the first figures below its head.
 */
export function continuesStatement(
  rows: readonly PieceRow[],
  start: number,
  index: number,
  box: Rectangle,
): boolean {
  const row = rows[index]!;
  if (startsFigures(rows, start, index, box)) return true;
  if (row.y0 - box.y1 > MAX_PART_DISTANCE * row.size) return false;
  const above = rows.slice(start, index).flatMap(listFigures);
  if (above.length < MIN_FIGURES) return false;
  if (row.pieces.length >= 2) return isBelow(row, above);
  if (row.y0 <= box.y1) return false;
  let foot = row.y1;
  for (let at = index; at < Math.min(rows.length, index + MAX_TITLE_ROWS); at++) {
    const next = rows[at]!;
    if (next.y0 - foot > MAX_TITLE_DISTANCE * next.size || next.y0 < row.y0 - 2) return false;
    if (next.pieces.length >= 2) return isBelow(next, above);
    const before = rows[at - 1]!;
    // Cells of a row may be stored one by one.
    if (at > index && areOnSameLine(before, next) && (isBelow(next, above) || isBelow(before, above)))
      return true;
    if (countWords(next.pieces[0]!.text) > MAX_TITLE_WORDS) return false;
    foot = Math.max(foot, next.y1);
  }
  return false;
}

function listFigures({ pieces }: PieceRow) {
  return pieces.filter(({ text }) => isNumeric(text) && !isYear(text) && !isListMarker(text));
}

function isBelow(row: PieceRow, above: readonly Rectangle[]): boolean {
  const figures = listFigures(row);
  return figures.length > 0 && figures.every((figure) => above.some((other) => overlaps(other, figure)));
}

/** Figures below each column of a head that has none. */
function startsFigures(rows: readonly PieceRow[], start: number, index: number, box: Rectangle): boolean {
  const row = rows[index]!;
  if (row.y0 - box.y1 > MAX_HEAD_DISTANCE * row.size || index - start > MAX_HEAD_ROWS) return false;
  const head = rows.slice(start, index);
  if (head.some((each) => listFigures(each).length > 0)) return false;
  const figures = listFigures(row);
  const pieces = head.flatMap((each) => each.pieces);
  return (
    figures.length >= MIN_FIRST_FIGURES &&
    figures.every((figure) => pieces.some((piece) => overlaps(piece, figure)))
  );
}

function overlaps(a: Rectangle, b: Rectangle): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1;
}
