import { parse } from 'csv-parse/sync';
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

const DEFAULT_MAX_CELLS = 1_000_000;
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
  const rows = parseRows(text, delimiter);
  options.onProgress?.(rows.length, rows.length);
  const headerRows = findHeaderRows(rows);
  const cells = rows.map((row, index) =>
    row.map((value): TableCell => ({ text: value.trim(), ...(index < headerRows ? { header: true } : {}) })),
  );
  if (cells.length > 0) builder.addBlock({ type: 'table', table: { rows: cells } });
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

function parseRows(text: string, delimiter: string): string[][] {
  const options = { delimiter, relax_column_count: true, skip_empty_lines: true } as const;
  try {
    return trimEmptyRows(parse(text, { ...options, relax_quotes: true }));
  } catch {
    // A quote that never closes: the file uses the character as itself.
    return trimEmptyRows(parse(text, { ...options, quote: null }));
  }
}

function trimEmptyRows(rows: string[][]): string[][] {
  return rows.filter((row) => row.some((value) => value.trim() !== ''));
}
