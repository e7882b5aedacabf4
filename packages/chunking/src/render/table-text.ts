import { countHeaderRows, layTableGrid, type Table, type TableCell } from '@lectern/parsing';

/** How a table is written into a chunk. */
export type TableStyle = 'markdown' | 'lines' | 'html';

/** A table made ready to be written whole or in runs of rows, each under the same header. */
export type TableWriter = {
  rowCount: number;
  /** Rows at the top that name the columns; they are repeated and never written as rows of their own. */
  headerRows: number;
  /** What is above every run of rows: caption and column names; empty where the style has none. */
  head: string;
  /** One row; several lines where its cells hold several figures each. */
  row: (index: number) => string;
  /** Rows `from` to `to` (exclusive) with caption and column names. `withHead` false leaves both out. */
  write: (from: number, to: number, withHead?: boolean) => string;
};

/** Prepares a table for writing in one style. Names of columns are cut to so many characters. */
export function createTableWriter(
  table: Table,
  style: TableStyle,
  longestName = Number.POSITIVE_INFINITY,
): TableWriter {
  const titleRows = hasTitleRow(table) ? 1 : 0;
  const marked = countHeaderRows({ rows: table.rows.slice(titleRows) });
  const headerRows = Math.min(titleRows + marked, Math.max(table.rows.length - 1, 0));
  return style === 'html'
    ? createHtmlWriter(table, headerRows, longestName)
    : createPlainWriter(table, { titleRows, headerRows, longestName }, style);
}

/** A first row of one cell over all columns is the title of the table rather than a row of it. */
function hasTitleRow(table: Table): boolean {
  const [first, second] = table.rows;
  return (
    first?.length === 1 &&
    (first[0]!.colspan ?? 1) > 1 &&
    second !== undefined &&
    second.length > 1 &&
    table.rows.length > 2
  );
}

function createPlainWriter(
  table: Table,
  head: { titleRows: number; headerRows: number; longestName: number },
  style: 'markdown' | 'lines',
): TableWriter {
  const { titleRows, headerRows, longestName } = head;
  const raw = readRowTexts(table);
  const texts = raw.map((row) => row.map(flatten));
  const width = texts.reduce((most, row) => Math.max(most, row.length), 0);
  const names = Array.from({ length: width }, (_, column) =>
    clip(joinColumnName(texts.slice(titleRows, headerRows), column), longestName),
  );
  const titles = [table.caption ?? '', titleRows > 0 ? (texts[0]?.[0] ?? '') : ''].filter(
    (title) => title !== '',
  );
  const caption = titles.map((title) => `${title}\n\n`).join('');
  if (style === 'lines') return createLineWriter(raw, names, caption, headerRows);
  // Markdown knows no table without a header: one without names takes its first row as such.
  const firstRow = Math.max(headerRows, titleRows + 1);
  const headCells =
    headerRows === titleRows ? (texts[titleRows] ?? []).map((text) => clip(text, longestName)) : names;
  const headText = `${caption}${writeMarkdownRow(headCells, width)}\n|${' --- |'.repeat(width)}\n`;
  const row = (index: number) =>
    splitFigures(raw[index] ?? [])
      .map((cells) => writeMarkdownRow(cells, width))
      .join('\n');
  const write = (from: number, to: number, withHead = true) =>
    (withHead ? headText : '') +
    range(withHead ? Math.max(from, firstRow) : from, to)
      .map(row)
      .join('\n');
  return { rowCount: texts.length, headerRows: firstRow, head: headText, row, write };
}

function createLineWriter(
  raw: readonly string[][],
  names: readonly string[],
  caption: string,
  headerRows: number,
): TableWriter {
  const row = (index: number) =>
    splitFigures(raw[index] ?? [])
      .map((cells) => writeLine(names, cells))
      .filter((line) => line !== '')
      .join('\n');
  const write = (from: number, to: number, withHead = true) =>
    (withHead ? caption : '') +
    range(withHead ? Math.max(from, headerRows) : from, to)
      .map(row)
      .filter((line) => line !== '')
      .join('\n');
  return { rowCount: raw.length, headerRows, head: caption, row, write };
}

function createHtmlWriter(table: Table, headerRows: number, longestName: number): TableWriter {
  const caption = table.caption ? `<caption>${escapeHtml(table.caption)}</caption>\n` : '';
  const names = table.rows
    .slice(0, headerRows)
    .map((cells) => cells.map((cell) => ({ ...cell, text: clip(cell.text, longestName) })))
    .map((cells) => writeHtmlRow(cells, headerRows));
  const head = caption + names.map((line) => `${line}\n`).join('');
  const row = (index: number) => writeHtmlRow(table.rows[index] ?? [], table.rows.length - index);
  const write = (from: number, to: number, withHead = true) => {
    const lines = range(withHead ? Math.max(from, headerRows) : from, to).map((index) =>
      writeHtmlRow(table.rows[index] ?? [], to - index),
    );
    return `<table>\n${withHead ? head : ''}${lines.join('\n')}\n</table>`;
  };
  return { rowCount: table.rows.length, headerRows, head, row, write };
}

function writeHtmlRow(cells: readonly TableCell[], rowsLeft: number): string {
  const columns = cells.map((cell) => {
    const tag = cell.header ? 'th' : 'td';
    const rowspan = Math.min(cell.rowspan ?? 1, rowsLeft);
    const spans =
      (rowspan > 1 ? ` rowspan="${rowspan}"` : '') +
      ((cell.colspan ?? 1) > 1 ? ` colspan="${cell.colspan}"` : '');
    return `<${tag}${spans}>${escapeHtml(cell.text.trim()).replace(/\s*\n\s*/g, '<br>')}</${tag}>`;
  });
  return `<tr>${columns.join('')}</tr>`;
}

/** A figure, an amount or a date: a line of a cell that means something by itself. */
const FIGURE = /^(?=.*\d)(?!.*\p{L}{3}).{1,24}$/u;

/**
 * Cells with several figures each are rows of their own, written into one: each figure goes with the label and the other
 * figures on its line. Line breaks of other rows are how their text was wrapped.
 */
function splitFigures(cells: readonly string[]): string[][] {
  const lines = cells.map((text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  );
  const counts = new Set(
    lines.filter((own) => own.length > 1 && own.every((line) => FIGURE.test(line))).map((own) => own.length),
  );
  const flat = cells.map(flatten);
  const [count] = counts;
  if (count === undefined || counts.size > 1) return [flat];
  return range(0, count).map((at) =>
    lines.map((own, column) => (own.length === count ? own[at]! : at === 0 ? flat[column]! : '')),
  );
}

/** Texts by row and column; a cell over several rows is in each, one over several columns only in its first. */
function readRowTexts(table: Table): string[][] {
  const hasSpans = table.rows.some((cells) => cells.some((cell) => cell.rowspan || cell.colspan));
  if (!hasSpans) return table.rows.map((cells) => cells.map((cell) => cell.text));
  return layTableGrid(table).map((places) =>
    Array.from(places, (place, column) =>
      place && (place.column === column || place.cell.header) ? place.cell.text : '',
    ),
  );
}

function joinColumnName(headers: readonly string[][], column: number): string {
  const parts = headers.map((row) => row[column] ?? '');
  return [...new Set(parts.filter((part) => part !== ''))].join(' / ');
}

function writeLine(names: readonly string[], values: readonly string[]): string {
  const parts: string[] = [];
  values.forEach((value, column) => {
    if (value === '') return;
    const name = names[column] ?? '';
    parts.push(name === '' || name === value ? value : `${name}: ${value}`);
  });
  return parts.join('; ');
}

function writeMarkdownRow(values: readonly string[], width: number): string {
  const cells = Array.from({ length: width }, (_, column) => (values[column] ?? '').replaceAll('|', '\\|'));
  return `| ${cells.join(' | ')} |`;
}

function clip(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}

function flatten(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim();
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(to - from, 0) }, (_, index) => from + index);
}
