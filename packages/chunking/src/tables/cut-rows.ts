import type { Chunk, ChunkTable, FieldValue } from '../chunk.ts';
import { findBoxes } from '../split/block-boxes.ts';
import { cutText } from '../split/cut-text.ts';
import type { Delimiters } from '../split/delimiters.ts';
import { findRowOffsets } from '../split/split-table.ts';
import type { CountTokens } from '../tokens.ts';
import { type ColumnName, readColumnNames } from './column-names.ts';
import { isPlaceholder, readColumnTypes } from './column-types.ts';
import type { SheetTable } from './sheet-table.ts';
import { createTotalFinder } from './total-rows.ts';

export type RowOptions = {
  budget: number;
  delimiters: Delimiters;
  countTokens: CountTokens;
  /** Names or keys of columns that stay out of the text of rows; lower case. */
  leaveOut: ReadonlySet<string>;
  language: string | undefined;
  /** The table comes of a workbook, whose dates may be written the American way. */
  isWorkbook: boolean;
};

/** The rows of one table as chunks, with what is known of its columns. */
export type RowCut = { chunks: Chunk[]; table: Omit<ChunkTable, 'name'>; totals: number };

/**
 * Makes a chunk of each row: "Column: value; …" with its cells as typed fields. A row without a cell is passed over; one
 * that adds up others is text only, so that its figures are not counted twice.
 */
export function cutRows(
  sheet: SheetTable,
  place: { headingPath: string[]; firstOrdinal: number; tableIndex: number },
  options: RowOptions,
): RowCut {
  const { block, firstRow, rowCount, width } = sheet;
  const names = readColumnNames(sheet.headers);
  const readers = readColumnTypes(listRows(sheet), width, options);
  const examples = createExamples(names);
  const totals = createTotalFinder(readers.map(({ type }) => type === 'integer' || type === 'number'));
  const offsets = findRowOffsets(block, rowCount);
  const shown = names.map(({ key, name, label }) => !isLeftOut([key, name, label], options.leaveOut));
  // A hundred thousand rows share what is the same in all of them.
  const common = { headingPath: place.headingPath, blockIds: [block.id], keywords: [], questions: [] };
  const chunks: Chunk[] = [];
  let typedRows = 0;
  let totalRows = 0;
  for (let row = firstRow; row < rowCount; row++) {
    const texts = sheet.readRow(row);
    const text = writeRow(names, texts, shown);
    if (text === '') continue;
    const values = readers.map((reader, column) => reader.read(texts[column] ?? ''));
    const isTotal = totals.isTotal(texts, values, row === rowCount - 1);
    const range = offsets(row, row + 1);
    const parts = cutText(text, options);
    parts.forEach((part, index) => {
      const isTyped = index === 0 && !isTotal;
      chunks.push({
        ordinal: place.firstOrdinal + chunks.length,
        ...part,
        ...common,
        ...placeRow(block, range),
        charRange: { start: block.charRange.start + range.from, end: block.charRange.start + range.to },
        kind: isTyped ? 'row' : 'table',
        ...(isTyped ? { tableIndex: place.tableIndex, fields: createFields(names, values) } : {}),
      });
    });
    if (isTotal) totalRows++;
    else {
      typedRows++;
      examples.add(texts);
    }
  }
  const columns = names.map(({ key, name, synonyms }, column) => ({
    key,
    name,
    type: readers[column]!.type,
    synonyms,
    examples: examples.list(column),
  }));
  const page = block.page === undefined ? {} : { page: block.page };
  return { chunks, table: { ...page, columns, rowCount: typedRows }, totals: totalRows };
}

function* listRows(sheet: SheetTable): Iterable<readonly string[]> {
  for (let row = sheet.firstRow; row < sheet.rowCount; row++) yield sheet.readRow(row);
}

function isLeftOut(names: readonly string[], leaveOut: ReadonlySet<string>): boolean {
  return names.some((name) => leaveOut.has(name.toLowerCase()));
}

/** Named values of a row; all of them where nothing that is shown has one. */
function writeRow(names: readonly ColumnName[], texts: readonly string[], shown: readonly boolean[]): string {
  const write = (isShown: (column: number) => boolean) => {
    let line = '';
    for (let column = 0; column < texts.length; column++) {
      const value = texts[column]!;
      if (value === '' || !isShown(column)) continue;
      const label = names[column]?.label ?? '';
      line += (line === '' ? '' : '; ') + (label === '' || label === value ? value : `${label}: ${value}`);
    }
    return line;
  };
  return write((column) => shown[column] !== false) || write(() => true);
}

function createFields(
  names: readonly ColumnName[],
  values: readonly FieldValue[],
): Record<string, FieldValue> {
  const fields: Record<string, FieldValue> = {};
  for (let column = 0; column < names.length; column++) fields[names[column]!.key] = values[column] ?? null;
  return fields;
}

function placeRow(
  block: SheetTable['block'],
  range: { from: number; to: number },
): Pick<Chunk, 'page' | 'pageEnd' | 'boxes'> {
  const boxes = findBoxes(block, range.from, range.to);
  const pages =
    boxes.length > 0 ? boxes.map((box) => box.page) : block.page === undefined ? [] : [block.page];
  if (pages.length === 0) return { boxes };
  const page = Math.min(...pages);
  const pageEnd = Math.max(...pages);
  return { boxes, page, ...(pageEnd === page ? {} : { pageEnd }) };
}

const MOST_EXAMPLES = 8;
const MOST_VALUES = 200;
const LONGEST_EXAMPLE = 60;

/** Collects the values that a column has most often, those that its header lists first. */
function createExamples(names: readonly ColumnName[]) {
  const counts = names.map(() => new Map<string, number>());
  return {
    add: (texts: readonly string[]) => {
      for (let column = 0; column < names.length; column++) {
        const text = texts[column];
        const values = counts[column]!;
        if (!text || text.length > LONGEST_EXAMPLE || isPlaceholder(text)) continue;
        const count = values.get(text);
        if (count !== undefined) values.set(text, count + 1);
        else if (values.size < MOST_VALUES) values.set(text, 1);
      }
    },
    list: (column: number) => {
      const frequent = [...counts[column]!].sort((a, b) => b[1] - a[1]).map(([text]) => text);
      return [...new Set([...names[column]!.listed, ...frequent])].slice(0, MOST_EXAMPLES);
    },
  };
}
