import { type Rectangle, uniteAll } from '../page/page-geometry.ts';
import { cellText, dropLeaders, type FoundCell, type FoundTable, isNumeric } from './table-cells.ts';
import { type Column, findSpan } from './table-columns.ts';
import { type Piece, type PieceRow, partByColumns } from './table-rows.ts';

/** The most lines that the head of a table can have. */
export const MAX_HEAD_LINES = 9;

type TableRow = { cells: Map<number, { pieces: Piece[]; last: number }>; box: Rectangle; size: number };

/**
 * Makes the table of rows whose columns are known. Lines of the head over the same columns become one row,
 * as do the lines of a label or text that wraps. `underlines` are drawn lines, which say what a head spans.
 */
export function buildTable(
  grid: readonly PieceRow[],
  columns: readonly Column[],
  underlines: readonly Rectangle[],
): FoundTable {
  const rows = grid.map((row): TableRow => {
    const cells = new Map<number, { pieces: Piece[]; last: number }>();
    for (const piece of row.pieces.flatMap((whole) => partByColumns(whole, columns))) {
      const { first, last } = findSpan(columns, piece);
      const cell = cells.get(first);
      if (cell) {
        cell.pieces.push(piece);
        cell.last = Math.max(cell.last, last);
      } else cells.set(first, { pieces: [piece], last });
    }
    return { cells, box: { x0: row.x0, y0: row.y0, x1: row.x1, y1: row.y1 }, size: row.size };
  });
  const headerCount = countHeaders(rows);
  for (const row of rows.slice(0, headerCount)) widenHeads(row, columns, underlines);
  const head = mergeHeaderLines(rows.slice(0, headerCount));
  const body = mergeWrappedRows(rows.slice(headerCount));
  const words = new Set(
    grid.flatMap((row) => row.pieces.flatMap((piece) => piece.fragments.flatMap((part) => part.words))),
  );
  const x0 = Math.min(...grid.map((row) => row.x0));
  const x1 = Math.max(...grid.map((row) => row.x1));
  return {
    x0,
    x1,
    y0: grid[0]!.y0,
    y1: grid.at(-1)!.y1,
    words,
    rows: [...head, ...body].map((row, index) => finishRow(row, columns, index < head.length)),
  };
}

/** A head with a line drawn under it is over all that the line covers, unless it shares the line. */
function widenHeads(row: TableRow, columns: readonly Column[], underlines: readonly Rectangle[]): void {
  const cells = [...row.cells];
  for (const [column, cell] of cells) {
    const box = uniteAll(cell.pieces);
    const line = underlines.find(
      (other) =>
        Math.abs(other.y0 - box.y1) < 0.6 * row.size && other.x0 <= box.x0 + 2 && other.x1 >= box.x1 - 2,
    );
    if (line === undefined) continue;
    const shared = cells.some(([other, { pieces }]) => {
      const place = uniteAll(pieces);
      return other !== column && place.x0 < line.x1 && place.x1 > line.x0;
    });
    if (shared) continue;
    const { first, last } = findSpan(columns, line);
    if (first === 0 && column !== 0) continue;
    row.cells.delete(column);
    row.cells.set(first, { pieces: cell.pieces, last });
  }
}

function hasFigures(row: TableRow): boolean {
  for (const [column, cell] of row.cells) {
    const text = cell.pieces.map((piece) => piece.text).join(' ');
    if (column > 0 && isNumeric(text) && !/^(?:19|20)\d\d(?:\s|$)/.test(text)) return true;
  }
  return false;
}

function countHeaders(rows: readonly TableRow[]): number {
  const first = rows.findIndex((row) => hasFigures(row));
  if (first <= 0) return 0;
  // A row with nothing but a label is a section of the body, not of the head.
  let count = first;
  while (count > 0 && rows[count - 1]!.cells.size === 1 && rows[count - 1]!.cells.has(0)) count--;
  return Math.min(count, MAX_HEAD_LINES);
}

/** Lines of the head that are over the same columns are one row. */
function mergeHeaderLines(rows: readonly TableRow[]): TableRow[] {
  const merged: TableRow[] = [];
  for (const row of rows) {
    const above = merged.at(-1);
    const near = above !== undefined && row.box.y0 - above.box.y1 < 0.6 * row.size;
    if (near && (spansAgree(above, row) || isBetween(above, row))) addTo(above, row);
    else merged.push(row);
  }
  return merged;
}

/** A line set between the lines of a taller head next to it: the bands overlap, the columns do not. */
function isBetween(above: TableRow, row: TableRow): boolean {
  if (row.box.y0 > above.box.y1 - 0.2 * row.size) return false;
  return [...row.cells].every(([column, cell]) =>
    [...above.cells].every(
      ([other, cellAbove]) =>
        other > cell.last || cellAbove.last < column || (other === column && cellAbove.last === cell.last),
    ),
  );
}

function spansAgree(above: TableRow, below: TableRow): boolean {
  const upper = [...above.cells].filter(([column]) => column > 0);
  const lower = [...below.cells].filter(([column]) => column > 0);
  const [fewer, more] = upper.length <= lower.length ? [upper, below] : [lower, above];
  return fewer.every(([column, cell]) => more.cells.get(column)?.last === cell.last);
}

function addTo(target: TableRow, row: TableRow): void {
  for (const [column, cell] of row.cells) {
    const existing = target.cells.get(column);
    if (existing) {
      existing.pieces.push(...cell.pieces);
      existing.last = Math.max(existing.last, cell.last);
    } else target.cells.set(column, cell);
  }
  target.box = uniteAll([target.box, row.box]);
}

/** Joins the lines of a label or a text cell that runs over several lines. */
function mergeWrappedRows(rows: readonly TableRow[]): TableRow[] {
  const merged: TableRow[] = [];
  for (const row of rows) {
    const above = merged.at(-1);
    if (above !== undefined && row.box.y0 - above.box.y1 < 0.5 * row.size && isContinuation(above, row))
      addTo(above, row);
    else merged.push({ ...row, cells: new Map(row.cells) });
  }
  return merged;
}

function isContinuation(above: TableRow, row: TableRow): boolean {
  const label = labelOf(row);
  const labelAbove = labelOf(above);
  const figures = [...row.cells].some(
    ([column, cell]) => column > 0 && cell.pieces.some((piece) => /\d/.test(piece.text)),
  );
  if (label === undefined)
    return (
      !figures && above.cells.size > 1 && [...row.cells.keys()].every((column) => above.cells.has(column))
    );
  if (labelAbove === undefined) return false;
  const continues = /^(?:\p{Ll}|\((?![a-z\d]{1,2}\)))/u.test(label) && !/[:.]$/.test(labelAbove);
  if (row.cells.size === 1) return continues;
  return continues && above.cells.size === 1;
}

function labelOf(row: TableRow): string | undefined {
  return row.cells
    .get(0)
    ?.pieces.map((piece) => piece.text)
    .join(' ');
}

function finishRow(row: TableRow, columns: readonly Column[], header: boolean): FoundCell[] {
  const cells: FoundCell[] = [];
  for (let column = 0; column < columns.length; ) {
    const cell = row.cells.get(column);
    // A label may run on over empty columns; only heads span.
    const last = cell === undefined ? column : limitSpan(row, column, header ? cell.last : column);
    const pieces = cell?.pieces ?? [];
    cells.push({
      text: readPieces(pieces),
      rowspan: 1,
      colspan: last - column + 1,
      header,
      box:
        pieces.length > 0
          ? uniteAll(pieces)
          : { x0: columns[column]!.x0, x1: columns[last]!.x1, y0: row.box.y0, y1: row.box.y1 },
    });
    column = last + 1;
  }
  return cells;
}

function limitSpan(row: TableRow, column: number, last: number): number {
  let end = column;
  while (end < last && !row.cells.has(end + 1)) end++;
  return end;
}

function readPieces(pieces: readonly Piece[]): string {
  if (pieces.length === 1 && pieces[0]!.fragments.length > 1) return dropLeaders(pieces[0]!.text);
  if (pieces.every((piece) => piece.fragments.length === 1)) {
    return cellText(pieces.flatMap((piece) => piece.fragments.flatMap((fragment) => fragment.words)));
  }
  return dropLeaders(pieces.map((piece) => piece.text).join(' '));
}
