import type { Row } from '../page/lines.ts';
import { isNumeric } from './table-cells.ts';
import { buildPieceRow, type PieceRow } from './table-rows.ts';

/** Two columns of figures at least make a table of a column of labels. */
const MIN_COLUMNS = 2;
const MIN_ROWS = 3;
const NUMERIC_SHARE = 0.8;
const MAX_HEAD_LINES = 4;

/**
 * The end (exclusive) of a table that is stored column by column: labels from `start` downwards, then columns
 * of figures next to them, each from left to right next to the one before. Prose in columns is stored the same
 * way and holds no figures.
 */
export function findStoredColumnsEnd(rows: readonly Row[], start: number): number | undefined {
  const labels = findStack(rows, start);
  if (labels === rows.length || labels - start < MIN_ROWS) return undefined;
  const top = rows[start]!.y0;
  const bottom = rows[labels - 1]!.y1;
  let right = Math.max(...rows.slice(start, labels).map((row) => row.x1));
  let end = labels;
  let columns = 0;
  while (end < rows.length) {
    const next = findStack(rows, end);
    const column = rows.slice(end, next).filter((row) => row.y0 < bottom + 2);
    const first = column[0];
    if (first === undefined || column.length < MIN_ROWS || column.length > labels - start) break;
    if (first.x0 < right || first.y0 < top - (first.y1 - first.y0)) break;
    const numeric = column.map((row) => isNumeric(readText(buildPieceRow(row.fragments))));
    // The lines of the column's head come first.
    const head = Math.min(MAX_HEAD_LINES, Math.max(0, numeric.indexOf(true)));
    const figures = numeric.filter(Boolean).length;
    if (figures < MIN_ROWS || figures < NUMERIC_SHARE * (column.length - head)) break;
    right = Math.max(...column.map((row) => row.x1));
    columns++;
    end += column.length;
    if (column.length < next - (end - column.length)) break;
  }
  return columns >= MIN_COLUMNS ? end : undefined;
}

/** The end (exclusive) of the rows that are below each other from `start` on. */
function findStack(rows: readonly Row[], start: number): number {
  let end = start + 1;
  while (end < rows.length && rows[end]!.y0 > rows[end - 1]!.y0 + 1 && overlaps(rows[end]!, rows[start]!))
    end++;
  return end;
}

function overlaps(a: Row, b: Row): boolean {
  return a.x0 < b.x1 && b.x0 < a.x1;
}

function readText(row: PieceRow): string {
  return row.pieces.map((piece) => piece.text).join(' ');
}
