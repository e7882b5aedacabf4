import type { Table, TableCell } from './parsed-document.ts';

/** One place of a table laid out as a full grid; spanned places repeat the cell that covers them. */
export type GridPlace = { cell: TableCell; row: number; column: number; isOrigin: boolean };

/** No table of a readable file needs more columns; a hostile span would otherwise fill the memory. */
const MAX_GRID_COLUMNS = 16_384;

/**
 * Lays a table out as rows of places, with row and column spans filled in. Rows may differ in length
 * where the original is ragged; a place that nothing covers is undefined.
 */
export function layTableGrid(table: Table): (GridPlace | undefined)[][] {
  const grid: (GridPlace | undefined)[][] = table.rows.map(() => []);
  table.rows.forEach((cells, row) => {
    let column = 0;
    for (const cell of cells) {
      while (grid[row]![column] !== undefined) column++;
      const width = Math.min(cell.colspan ?? 1, MAX_GRID_COLUMNS - column);
      const lastRow = Math.min(row + (cell.rowspan ?? 1), grid.length);
      for (let r = row; r < lastRow; r++) {
        for (let c = column; c < column + width; c++) {
          grid[r]![c] = { cell, row, column, isOrigin: r === row && c === column };
        }
      }
      column += width;
    }
  });
  return grid;
}

/** A table as plain text: cells separated by tabs, rows by newlines; line breaks inside a cell become spaces. */
export function tableText(table: Table): string {
  return table.rows
    .map((cells) => cells.map((cell) => cell.text.replace(/\s*\n\s*/g, ' ').replaceAll('\t', ' ')).join('\t'))
    .join('\n');
}

/** How many rows at the top are headers: those whose cells are all marked so. */
export function countHeaderRows(table: Table): number {
  let count = 0;
  for (const cells of table.rows) {
    if (cells.length === 0 || !cells.every((cell) => cell.header)) break;
    count++;
  }
  return count;
}
