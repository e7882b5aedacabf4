import type { TableCell } from '../parsed-document.ts';
import { layTableGrid } from '../table-grid.ts';

const NUMBER_LIKE = /^[\s\p{Sc}()+\-–]*[\d.,'\s\u00a0\u202f]*\d[\d.,'\s]*[%)\s\p{Sc}]*$/u;
const DATE_LIKE = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T].*)?$/;

/** Share of the columns that a row must name. */
const MIN_NAMED = 0.6;
/** Titles, notes and dates above the names of columns. */
const MAX_TITLE_ROWS = 12;

/**
 * Takes the rows off the top that hold a single text each, where a row below names the columns: the titles and notes
 * that stand above the table on a sheet. Marks the rows of names as `markHeaderRows` does.
 */
export function takeTitleRows(rows: TableCell[][]): string[] {
  const width = Math.max(0, ...rows.slice(0, 60).map((cells) => countColumns(cells)));
  let count = 0;
  while (count < Math.min(MAX_TITLE_ROWS, rows.length - 2) && isTitleRow(rows[count]!, width)) count++;
  for (; count > 0; count--) {
    const below = rows.slice(count);
    markHeaderRows(below);
    if (below[0]!.some((cell) => cell.header)) break;
  }
  if (count === 0) markHeaderRows(rows);
  return rows
    .splice(0, count)
    .flat()
    .map((cell) => cell.text.trim())
    .filter((text) => text !== '');
}

function countColumns(cells: readonly TableCell[]): number {
  return cells.reduce((sum, cell) => sum + (cell.colspan ?? 1), 0);
}

function isTitleRow(cells: readonly TableCell[], width: number): boolean {
  const filled = cells.filter((cell) => cell.text.trim() !== '');
  if (filled.length > 1 || cells.some((cell) => (cell.rowspan ?? 1) > 1)) return false;
  const [only] = filled;
  if (only === undefined) return true;
  // In a list of names and values a lone text may be a row like any other.
  return !isNumberLike(only.text) && (width > 2 || (only.colspan ?? 1) === width);
}

/**
 * How many rows at the top name the columns: one when its cells are filled, differ from each other and
 * hold no numbers, while a row below does hold one or the first column reads like labels; else none.
 */
export function findHeaderRows(rows: readonly (readonly string[])[]): number {
  const first = rows[0];
  if (!first || rows.length < 2) return 0;
  const names = first.map((value) => value.trim());
  const width = Math.max(...rows.slice(0, 50).map((row) => row.length));
  if (width < 2) return 0;
  const filled = names.filter((value) => value !== '');
  // The corner above the row labels is often empty; other gaps need numbers below to tell names from values.
  const hasCorner = filled.length === width - 1 && names[0] === '';
  const hasGaps = filled.length < width && !hasCorner;
  const isAboveValues = rows[1]!.some(isNumberLike);
  if (hasGaps && (filled.length < Math.max(2, MIN_NAMED * width) || !isAboveValues)) return 0;
  if (filled.some((value) => isNumberLike(value) || value.length > 200 || value.startsWith('•'))) return 0;
  return new Set(filled).size >= filled.length * 0.8 ? 1 : 0;
}

/** Whether a cell holds a number, an amount or a date; a bare year may well be a column's name. */
export function isNumberLike(value: string): boolean {
  const text = value.trim();
  if (/^(?:19|20)\d\d$/.test(text)) return false;
  return text !== '' && (NUMBER_LIKE.test(text) || DATE_LIKE.test(text));
}

/**
 * Marks the cells that name the columns, where the format itself does not. A first row with merged cells
 * groups the names in the row below it; one merged over all columns is the table's title.
 */
export function markHeaderRows(rows: TableCell[][]): void {
  const first = rows[0];
  if (!first || rows.length < 2) return;
  const isWide = first.some((cell) => (cell.colspan ?? 1) > 1);
  const titleRows = isWide && first.length === 1 ? 1 : 0;
  const groupRows = isWide && titleRows === 0 && rows.length > 2 ? 1 : 0;
  const reach = first.reduce((most, cell) => Math.max(most, cell.rowspan ?? 1), 1);
  const names = rows.slice(titleRows + groupRows, titleRows + groupRows + 60);
  const isNamed = findHeaderRows(names.map((cells) => cells.map((cell) => cell.text))) > 0;
  // A cell that reaches down from a single row of names would name what it is next to.
  const isSure = isNamed && (isWide || reach === 1);
  const count = isSure ? groupRows + 1 : countRowsAboveValues(rows.slice(titleRows));
  if (count < reach && !isWide) return;
  for (const cells of rows.slice(titleRows, titleRows + count)) for (const cell of cells) cell.header = true;
}

const MAX_HEADER_ROWS = 6;

/**
 * Column names over several rows, each perhaps with gaps, as financial tables have them: rows without
 * numbers above a row that is mostly numbers. Only where together they name nearly every column.
 */
function countRowsAboveValues(rows: readonly (readonly TableCell[])[]): number {
  const first = rows.findIndex((cells) => cells.some((cell) => isNumberLike(cell.text)));
  if (first < 1 || first > MAX_HEADER_ROWS) return 0;
  const values = rows[first]!.slice(1);
  const numbers = values.filter((cell) => isNumberLike(cell.text) || /^[-–—]$/.test(cell.text.trim()));
  if (values.length === 0 || numbers.length < values.length / 2) return 0;
  const named = new Set<number>();
  for (const places of layTableGrid({ rows: rows.slice(0, first) as TableCell[][] })) {
    places.forEach((place, column) => {
      if (place && place.cell.text.trim() !== '') named.add(column);
    });
  }
  return named.size >= rows[first]!.length - 1 ? first : 0;
}
