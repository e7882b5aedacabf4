import { parse } from 'csv-parse/sync';

/** A row of a table as text: its cells, trimmed, and the line of the file it ends on, counted from 1. */
export type CsvRow = { line: number; cells: string[] };

/**
 * Reads a table that a person made in a spreadsheet or by hand: comma, semicolon or tab, whichever parts the first
 * line; empty lines are left out. For rows that mean something to the caller, not for documents. Undefined for a
 * text that is no such table.
 */
export function readCsvRows(csv: string): CsvRow[] | undefined {
  const text = csv.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '');
  const [head = ''] = text.split(/\r?\n/, 1);
  const delimiter = [',', ';', '\t'].find((sign) => head.includes(sign)) ?? ',';
  try {
    const records: unknown = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
    return (records as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => ({
      line: info.lines,
      cells: record,
    }));
  } catch {
    return undefined;
  }
}
