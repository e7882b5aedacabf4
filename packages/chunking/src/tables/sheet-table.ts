import { type Block, countHeaderRows, layTableGrid, type TableCell } from '@lectern/parsing';

/** A table block as rows of texts under one row of column headers. */
export type SheetTable = {
  block: Block;
  /** The table's title, where it has one: its caption, or a first row that is one cell over all columns. */
  title: string | undefined;
  /** One text for each column; all empty where no row names the columns. */
  headers: string[];
  /** Index of the first row that is not a header, in the block's rows. */
  firstRow: number;
  rowCount: number;
  width: number;
  /** Texts of a row of the block; spanned places repeat what covers them. */
  readRow: (row: number) => readonly string[];
};

/** Prepares a table block for reading by rows. Undefined where it has no row below its header. */
export function openSheetTable(block: Block): SheetTable | undefined {
  const rows = block.table?.rows ?? [];
  const hasSpans = rows.some((cells) => cells.some((cell) => cell.rowspan || cell.colspan));
  const grid = hasSpans ? layTableGrid(block.table!) : undefined;
  const readRow = (row: number) =>
    grid
      ? Array.from(grid[row] ?? [], (place) => (place ? flatten(place.cell.text) : ''))
      : (rows[row] ?? []).map((cell) => flatten(cell.text));
  const titleRows = countTitleRows(rows);
  let width = 0;
  for (const [index, cells] of rows.entries()) {
    if (index >= titleRows) width = Math.max(width, grid ? grid[index]!.length : cells.length);
  }
  const marked = countHeaderRows({ rows: rows.slice(titleRows) });
  const isProse = marked > 0 && readRow(titleRows).some(isSentence);
  const isNamed = marked > 0 ? !isProse : looksNamed(rows, titleRows, readRow, width);
  const headerRows = isNamed ? Math.max(marked, 1) : 0;
  const firstRow = Math.min(titleRows + headerRows, Math.max(rows.length - 1, titleRows));
  if (firstRow >= rows.length || width === 0) return undefined;
  const headers = Array.from({ length: width }, (_, column) =>
    joinLevels(
      Array.from({ length: firstRow - titleRows }, (_row, level) => readRow(titleRows + level)[column] ?? ''),
    ),
  );
  const titles = [
    block.table?.caption ?? '',
    ...Array.from({ length: titleRows }, (_, row) => readRow(row)[0] ?? ''),
  ];
  const title = [...new Set(titles.filter((text) => text !== ''))].join(' – ');
  return {
    block,
    title: title === '' ? undefined : title,
    headers,
    firstRow,
    rowCount: rows.length,
    width,
    readRow,
  };
}

/** Names of groups of columns are before the names in them: "2024 – Sales". */
function joinLevels(levels: readonly string[]): string {
  return [...new Set(levels.filter((text) => text !== ''))].join(' – ');
}

function flatten(text: string): string {
  return /\s{2}|[\t\n]/.test(text) ? text.replace(/\s+/g, ' ').trim() : text.trim();
}

/** A text that no column is called, as in tables that only lay out a page. */
function isSentence(text: string): boolean {
  return text.length > 200 || /[、。，；！？!?;,…]$/u.test(text) || (text.length > 40 && text.endsWith('.'));
}

/** Rows at the top that are one cell over several columns. */
function countTitleRows(rows: readonly (readonly TableCell[])[]): number {
  let count = 0;
  while (count < rows.length - 2 && rows[count]!.length === 1 && (rows[count]![0]!.colspan ?? 1) > 1) count++;
  return count;
}

/** Readers mark header rows where they are sure; a column of one name above values is one too. */
function looksNamed(
  rows: readonly unknown[],
  at: number,
  readRow: (row: number) => readonly string[],
  width: number,
): boolean {
  if (width !== 1 || rows.length < at + 2) return false;
  const isNumber = (text: string) => /\d/.test(text) && !/\p{L}/u.test(text);
  const name = readRow(at)[0] ?? '';
  return name !== '' && !isNumber(name) && isNumber(readRow(at + 1)[0] ?? '');
}
