import { type Options as CsvOptions, parse } from 'csv-parse/sync';
import { createDocumentBuilder } from '../document-builder.ts';
import {
  type FileInput,
  type ParsedDocument,
  type ParseOptions,
  type TableCell,
  UnreadableFileError,
} from '../parsed-document.ts';
import { decodeText } from '../text/decode-text.ts';
import { findHeaderRows } from './header-rows.ts';
import { createRowProgress } from './row-progress.ts';
import { DEFAULT_MAX_CELLS } from './sheet-tables.ts';

/** As many as the judge of header rows looks at. */
const ROWS_TO_JUDGE = 60;
/** As many as spreadsheet programs open. */
const MAX_COLUMNS = 16_384;
const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Reads comma, semicolon, tab or bar separated values as one table. Throws 'too_many_cells'. */
export function readCsv(input: FileInput, options: ParseOptions): ParsedDocument {
  const decoded = decodeText(input.bytes);
  const builder = createDocumentBuilder({ format: 'csv' });
  if (decoded.guessed) builder.addWarning({ code: 'encoding_guessed', detail: decoded.encoding });
  const maxCells = options.maxCells ?? DEFAULT_MAX_CELLS;
  const text = decoded.text.replace(/^\ufeff/, '').replace(/^sep=(.)\r?\n/i, '');
  const delimiter = detectDelimiter(text, input.name.toLowerCase().endsWith('.tsv'));
  requireFewCells(text, delimiter, maxCells);
  const rows = parseRows(text, delimiter, options);
  const columns = rows.reduce((most, { length }) => Math.max(most, length), 0);
  if (columns > MAX_COLUMNS) throw new UnreadableFileError('too_many_cells', `${columns} columns`);
  const first = rows.slice(0, ROWS_TO_JUDGE).map((cells) => cells.map((cell) => cell.text));
  for (const cells of rows.slice(0, findHeaderRows(first))) for (const cell of cells) cell.header = true;
  if (rows.length > 0) builder.addBlock({ type: 'table', table: { rows } });
  return builder.build();
}

/** The candidate whose count agrees best from line to line; a tab is believed where the name says so. */
function detectDelimiter(text: string, prefersTab: boolean): string {
  const lines = text
    .slice(0, 200_000)
    .split(/\r?\n/, 60)
    .filter((line) => line.trim() !== '');
  let best = prefersTab ? '\t' : ',';
  let bestScore = 0;
  for (const delimiter of DELIMITERS) {
    const counts = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, '').split(delimiter).length - 1);
    const usual = mostFrequent(counts.filter((count) => count > 0));
    if (usual === undefined) continue;
    const agreeing = counts.filter((count) => count === usual).length / Math.max(counts.length, 1);
    const score = agreeing * 10 + Math.min(usual, 20) / 20 + (delimiter === '\t' && prefersTab ? 20 : 0);
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

function mostFrequent(values: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

function requireFewCells(text: string, delimiter: string, maxCells: number): void {
  const code = delimiter.charCodeAt(0);
  let cells = 1;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const current = text.charCodeAt(i);
    if (current === 34) isQuoted = !isQuoted;
    else if (!isQuoted && (current === code || current === 10)) cells++;
  }
  if (cells > maxCells) throw new UnreadableFileError('too_many_cells', String(cells));
}

/** Rows that hold something, told as they come: a file of a hundred thousand takes seconds. */
function parseRows(text: string, delimiter: string, { onProgress }: ParseOptions): TableCell[][] {
  const read = (quotes: CsvOptions): TableCell[][] => {
    const rows: TableCell[][] = [];
    const progress = createRowProgress(text.length, onProgress);
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      ...quotes,
      // Nothing is kept by the parser itself.
      on_record: (values: string[], { bytes }) => {
        const cells = values.map((value): TableCell => ({ text: value.trim() }));
        if (cells.some((cell) => cell.text !== '')) rows.push(cells);
        progress.setBytes(bytes);
        progress.addRow();
        return null;
      },
    });
    return rows;
  };
  try {
    return read({ relax_quotes: true });
  } catch {
    // A quote that never closes: the file uses the character as itself.
    return read({ quote: null });
  }
}
