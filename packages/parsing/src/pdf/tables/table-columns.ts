import type { Rectangle } from '../page/page-geometry.ts';
import { isNumeric } from './table-cells.ts';
import type { PieceRow } from './table-rows.ts';

/** The stretch of the page's width that a column's pieces cover, in points. */
export type Column = { x0: number; x1: number };

/** Columns are where full rows leave common white space between them. */
export function findColumns(grid: readonly PieceRow[]): Column[] {
  const most = Math.max(...grid.map((row) => row.pieces.length));
  const full = grid.filter((row) => row.pieces.length >= Math.max(2, 0.5 * most));
  const figures = full.filter((row) => row.pieces.some((piece) => isNumeric(piece.text)));
  const used = figures.length >= 2 ? figures : full;
  const tolerance = used.length >= 12 ? Math.floor(used.length * 0.05) : 0;
  const events: { at: number; change: number }[] = [];
  for (const piece of used.flatMap((row) => row.pieces)) {
    events.push({ at: piece.x0, change: 1 }, { at: piece.x1, change: -1 });
  }
  events.sort((a, b) => a.at - b.at || b.change - a.change);
  const columns: Column[] = [];
  let covered = 0;
  let start: number | undefined;
  for (const event of events) {
    const before = covered;
    covered += event.change;
    if (before <= tolerance && covered > tolerance) start = event.at;
    else if (before > tolerance && covered <= tolerance && start !== undefined) {
      columns.push({ x0: start, x1: event.at });
      start = undefined;
    }
  }
  return columns;
}

/** The first and last column that a piece lies over; the nearest when it lies over none. */
export function findSpan(columns: readonly Column[], piece: Rectangle): { first: number; last: number } {
  let first = -1;
  let last = -1;
  columns.forEach((column, index) => {
    const overlap = Math.min(column.x1, piece.x1) - Math.max(column.x0, piece.x0);
    if (overlap > 0.5) {
      if (first < 0) first = index;
      last = index;
    }
  });
  if (first >= 0) return { first, last };
  const middle = (piece.x0 + piece.x1) / 2;
  let nearest = 0;
  columns.forEach((column, index) => {
    if (distance(column, middle) < distance(columns[nearest]!, middle)) nearest = index;
  });
  return { first: nearest, last: nearest };
}

function distance(column: Column, x: number): number {
  return x < column.x0 ? column.x0 - x : x > column.x1 ? x - column.x1 : 0;
}
