import type { Row } from '../page/lines.ts';
import { type Rectangle, uniteAll } from '../page/page-geometry.ts';
import type { Ruling } from '../page/page-objects.ts';
import { buildTable, MAX_HEAD_LINES } from './aligned-grid.ts';
import {
  isCode,
  isContents,
  isEnumeration,
  isForm,
  isListMarker,
  isLists,
  isPlainPairs,
  isProseBeside,
  isReferencesOrMatrix,
  isRightToLeft,
  isSparse,
} from './non-tables.ts';
import { continuesStatement } from './statement-parts.ts';
import { findStoredColumnsEnd } from './stored-columns.ts';
import { type FoundTable, isNumeric, isYear } from './table-cells.ts';
import { type Column, findColumns, findSpan } from './table-columns.ts';
import { buildPieceRow, countWords, type PieceRow, regroupByHeight } from './table-rows.ts';

/** Rows farther apart than this many font sizes do not belong to one table. */
const MAX_ROW_DISTANCE = 2.8;
/** How many rows without side-by-side pieces may be between rows that have them. */
const MAX_LABEL_ROWS = 6;
/** Lines of heads, each of several columns stored by itself, may be as many as this, and as high in lines. */
const MAX_HEAD_PIECES = 36;
const MAX_COLUMNS = 60;
/** Times as wide as the text below it. */
const PAGE_HEAD_WIDTH = 1.4;
/** Rows of prose under a record, and records with such rows before they make a table. */
const MAX_NOTE_ROWS = 3;

/** What a stretch of rows turned out to be. */
export type Region =
  | { kind: 'rows'; rows: Row[] }
  | { kind: 'table'; table: FoundTable }
  /** Text columns that the file stores line by line across. */
  | { kind: 'columns'; columns: Row[][] };

/** Parts rows in stored order into plain rows, tables without full rulings, and interleaved text columns. */
export function findRegions(rows: readonly Row[], rulings: readonly Ruling[]): Region[] {
  const regions: Region[] = [];
  let plain: Row[] = [];
  const flush = () => {
    if (plain.length > 0) regions.push({ kind: 'rows', rows: plain });
    plain = [];
  };
  const pieceRows = rows.map((row) => buildPieceRow(row.fragments));
  let index = 0;
  while (index < rows.length) {
    const end = findRegionEnd(rows, pieceRows, index);
    if (end === undefined) {
      plain.push(rows[index]!);
      index++;
      continue;
    }
    const candidate = rows.slice(index, end);
    const above = plain.length;
    const read = readRegion(candidate, rulings, plain);
    if (read === undefined) {
      plain.push(...candidate);
    } else {
      if (read.headerRows > 0) plain.length = above - read.headerRows;
      flush();
      regions.push(read.region);
    }
    index = end;
  }
  flush();
  return regions;
}

/** The end (exclusive) of the stretch of rows that starts at `start` and may be a table. */
function findRegionEnd(
  rows: readonly Row[],
  pieceRows: readonly PieceRow[],
  start: number,
): number | undefined {
  const stored = isSeed(pieceRows, start) ? undefined : findStoredColumnsEnd(rows, start);
  if (stored !== undefined) return stored;
  if (!isSeed(pieceRows, start) && !hopsBackTo(rows, start)) return undefined;
  if (isPageHead(rows, start)) return undefined;
  let end = start + 1;
  let seeds = 1;
  let hasNotes = false;
  let box: Rectangle = { ...rows[start]! };
  for (let index = start + 1; index < rows.length && index - end <= MAX_LABEL_ROWS; index++) {
    const row = rows[index]!;
    const size = Math.max(pieceRows[index]!.size, 4);
    const near = row.y0 - box.y1 < MAX_ROW_DISTANCE * size;
    const below =
      (near || (index === end && continuesStatement(pieceRows, start, index, box))) &&
      row.y0 > box.y0 - 0.5 * size;
    const beside = row.y0 >= box.y0 - 0.5 * size && row.y1 <= box.y1 + size;
    if (!below && !beside) break;
    const seed =
      isSeed(pieceRows, index) ||
      (beside && row.y0 < rows[index - 1]!.y0 - 2 && row.x0 > rows[index - 1]!.x0);
    if (!seed && isProse(pieceRows[index]!, box)) {
      if (!isNote(pieceRows, start, index)) {
        // The last record has its note as well.
        if (hasNotes && near && index === end) end++;
        break;
      }
      hasNotes = true;
    }
    box = uniteAll([box, row]);
    if (seed) {
      seeds++;
      end = index + 1;
    }
  }
  return seeds >= 2 ? end : undefined;
}

/** The topmost row, which reaches far beyond the column of text that comes below it: a running line. */
function isPageHead(rows: readonly Row[], start: number): boolean {
  const head = rows[start]!;
  const below = rows.slice(start + 1, start + 4);
  if (below.length < 3 || rows.some((row) => row.y0 < head.y0 - 1)) return false;
  if (/^(?:table|tableau|tabelle|表|図)(?![\p{Ll}])/iu.test(head.fragments[0]!.words[0]!.text)) return false;
  const { x0, x1, y0 } = uniteAll(below);
  const width = Math.max(head.x1, x1) - Math.min(head.x0, x0);
  return y0 > head.y1 && width > PAGE_HEAD_WIDTH * (x1 - x0);
}

function isSeed(pieceRows: readonly PieceRow[], index: number): boolean {
  return pieceRows[index]!.pieces.length >= 2;
}

/** Cells stored one after the other: a later row starts next to this one, to its right. */
function hopsBackTo(rows: readonly Row[], start: number): boolean {
  const first = rows[start]!;
  for (let index = start + 1; index < Math.min(rows.length, start + 5); index++) {
    const row = rows[index]!;
    if (row.x0 > first.x1 && Math.abs(row.y0 - first.y0) < 0.6 * (first.y1 - first.y0)) return true;
    if (row.y0 < first.y0 - 2) return false;
  }
  return false;
}

function isProse(row: PieceRow, region: Rectangle): boolean {
  if (row.pieces.length > 1) return false;
  const width = region.x1 - region.x0;
  // What begins further in continues the text of a cell.
  if (row.x0 > region.x0 + 0.2 * width) return false;
  return countWords(row.pieces[0]!.text) > 7 && row.x1 > region.x0 + 0.88 * width;
}

/** Lines of prose under one record, and then another record whose values are below those of the one before. */
function isNote(pieceRows: readonly PieceRow[], start: number, index: number): boolean {
  let last = index - 1;
  while (last > start && pieceRows[last]!.pieces.length < 2) last--;
  const next = pieceRows.slice(index + 1, index + 1 + MAX_NOTE_ROWS).find(({ pieces }) => pieces.length >= 2);
  const record = pieceRows[last]!.pieces;
  if (next === undefined || record.length < 3 || next.pieces.length !== record.length) return false;
  return next.pieces.every((piece, at) => piece.x0 < record[at]!.x1 && record[at]!.x0 < piece.x1);
}

function readRegion(
  rows: readonly Row[],
  rulings: readonly Ruling[],
  above: readonly Row[],
): { region: Region; headerRows: number } | undefined {
  const grid = regroupByHeight(rows);
  if (isCode(rows, grid)) return undefined;
  const columns = findColumns(grid);
  if (columns.length < 2 || columns.length > MAX_COLUMNS) return undefined;
  const shape = measure(grid, columns);
  if (areTextColumns(shape))
    return { region: { kind: 'columns', columns: partColumns(rows, columns) }, headerRows: 0 };
  const box = uniteAll(grid);
  const longRulings = countLongRulings(rulings, box);
  if (!isTable(shape, longRulings)) return undefined;
  if (isContents(grid) || isReferencesOrMatrix(grid)) return undefined;
  if (longRulings === 0 && (isSparse(grid, columns) || isLists(grid))) return undefined;
  if (longRulings === 0 && columns.length === 2 && isEnumeration(grid)) return undefined;
  if (longRulings === 0 && isProseBeside(grid, columns)) return undefined;
  if (longRulings < 2 && shape.numericShare < 0.3 && isForm(grid)) return undefined;
  if (longRulings < 2 && shape.numericShare < 0.1 && columns.length === 2 && isPlainPairs(grid))
    return undefined;
  const body =
    grid.find((row) => row.pieces.some((piece) => isNumeric(piece.text) && !isYear(piece.text))) ?? grid[0]!;
  const headers = takeHeaderRows(above, columns, { first: grid[0]!, bodyTop: body.y0 });
  const all = headers.length > 0 ? regroupByHeight([...headers, ...rows]) : grid;
  return {
    region: { kind: 'table', table: buildTable(all, columns, findUnderlines(rulings, uniteAll(all))) },
    headerRows: headers.length,
  };
}

/** Drawn lines within the table that do not run its whole width, touching pieces joined. */
function findUnderlines(rulings: readonly Ruling[], box: Rectangle): Rectangle[] {
  const inside = rulings
    .filter(
      (ruling) =>
        ruling.horizontal &&
        ruling.y0 > box.y0 &&
        ruling.y1 < box.y1 &&
        ruling.x1 > box.x0 &&
        ruling.x0 < box.x1,
    )
    .sort((a, b) => Math.round(a.y0 - b.y0) || a.x0 - b.x0);
  const lines: Rectangle[] = [];
  for (const ruling of inside) {
    const line = lines.at(-1);
    if (line !== undefined && Math.abs(line.y0 - ruling.y0) < 1.5 && ruling.x0 - line.x1 < 1.5) {
      line.x1 = Math.max(line.x1, ruling.x1);
    } else lines.push({ x0: ruling.x0, y0: ruling.y0, x1: ruling.x1, y1: ruling.y1 });
  }
  return lines.filter((line) => line.x1 - line.x0 < 0.85 * (box.x1 - box.x0));
}

type Shape = {
  rows: number;
  columns: number;
  /** Rows with at least two pieces. */
  sharedRows: number;
  /** Of the pieces right of the first column. */
  numericShare: number;
  /** Mean words per piece, by column. */
  words: number[];
  /** Mean share of the column's width that its pieces fill, by column. */
  fill: number[];
  /** Of the pieces in the outer column with the most of them, those that are bullets or enumerators alone. */
  markerShare: number;
  /** Of all pieces, those that begin in the middle of a sentence, as it seems. */
  lowerShare: number;
};

function measure(grid: readonly PieceRow[], columns: readonly Column[]): Shape {
  const words = columns.map(() => 0);
  const fill = columns.map(() => 0);
  const count = columns.map(() => 0);
  let figures = 0;
  let others = 0;
  const markers = [0, 0];
  let lower = 0;
  const left = columns[0]!.x0;
  const right = columns.at(-1)!.x1;
  for (const row of grid) {
    for (const piece of row.pieces) {
      // A line of prose under a record belongs to no column.
      if (columns.length >= 3 && row.pieces.length === 1 && piece.x1 - piece.x0 > 0.8 * (right - left))
        continue;
      const { first } = findSpan(columns, piece);
      const column = columns[first]!;
      words[first]! += countWords(piece.text);
      fill[first]! += Math.min(1, (piece.x1 - piece.x0) / Math.max(1, column.x1 - column.x0));
      count[first]!++;
      if (/^\p{Ll}/u.test(piece.text)) lower++;
      // Right to left, the marker is on the right.
      if (first === 0 && isListMarker(piece.text)) markers[0]!++;
      if (first === columns.length - 1 && isListMarker(piece.text)) markers[1]!++;
      if (first > 0) {
        if (isNumeric(piece.text)) figures++;
        else others++;
      }
    }
  }
  return {
    rows: grid.length,
    columns: columns.length,
    sharedRows: grid.filter((row) => row.pieces.length >= 2).length,
    numericShare: figures + others === 0 ? 0 : figures / (figures + others),
    words: words.map((total, index) => total / Math.max(1, count[index]!)),
    markerShare: Math.max(
      markers[0]! / Math.max(1, count[0]!),
      words.length === 2 && isRightToLeft(grid) ? markers[1]! / Math.max(1, count.at(-1)!) : 0,
    ),
    lowerShare: lower / Math.max(1, sum(count)),
    fill: fill.map((total, index) => total / Math.max(1, count[index]!)),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Prose in every column, with most lines filling their column. */
function areTextColumns(shape: Shape): boolean {
  return (
    shape.columns <= 4 &&
    shape.sharedRows >= 3 &&
    shape.numericShare < 0.2 &&
    shape.words.every((words) => words >= 3.5) &&
    shape.fill.every((share) => share > 0.6)
  );
}

function isTable(shape: Shape, longRulings: number): boolean {
  if (shape.sharedRows < 2) return false;
  if (shape.markerShare > 0.7 && (shape.columns === 2 || shape.words[1]! > 5)) return false;
  // The words of spaced-out lines, as typewriters justify them.
  if (longRulings === 0 && shape.numericShare < 0.1 && shape.lowerShare > 0.6) return false;
  const wordy = shape.words.filter((words) => words > 7).length;
  // The last words of items with the figures that dots lead to.
  if (longRulings === 0 && shape.columns === 2 && shape.sharedRows <= 2 && shape.lowerShare >= 0.25)
    return false;
  // Notes beside each other, or beside a picture.
  if (longRulings === 0 && wordy >= 1 && shape.numericShare < 0.2 && shape.lowerShare > 0.3) return false;
  const mean = sum(shape.words) / shape.columns;
  if (shape.numericShare >= 0.5) return shape.sharedRows >= 2 && wordy <= 1;
  if (wordy >= 2) return longRulings >= 3 && shape.columns >= 3;
  if (longRulings >= 2) return mean <= 8;
  if (shape.columns >= 3) return mean <= 4.5 && shape.sharedRows >= 3;
  return mean <= 4 && shape.sharedRows >= 4 && shape.sharedRows >= 0.6 * shape.rows;
}

function countLongRulings(rulings: readonly Ruling[], box: Rectangle): number {
  const width = box.x1 - box.x0;
  let count = 0;
  let last = -Infinity;
  for (const ruling of rulings.filter((line) => line.horizontal).toSorted((a, b) => a.y0 - b.y0)) {
    if (ruling.y1 < box.y0 - 12 || ruling.y0 > box.y1 + 12) continue;
    if (Math.min(ruling.x1, box.x1) - Math.max(ruling.x0, box.x0) < 0.7 * width) continue;
    if (ruling.y0 - last > 4) count++;
    last = ruling.y0;
  }
  return count;
}

/** Rows straight above that are over the columns of figures belong to the table's head. */
function takeHeaderRows(
  above: readonly Row[],
  columns: readonly Column[],
  { first, bodyTop }: { first: PieceRow; bodyTop: number },
): Row[] {
  const taken: Row[] = [];
  let top = first.y0;
  const left = columns[1]!.x0 - 2.5 * first.size;
  const right = columns.at(-1)!.x1 + 2.5 * first.size;
  for (let index = above.length - 1; index >= 0 && taken.length < MAX_HEAD_PIECES; index--) {
    const row = above[index]!;
    // Next to the head's other lines even the label column belongs to it.
    const aside = row.x0 < left && row.y0 < top - 0.3 * first.size;
    const outside = aside || row.x1 > right || row.y1 > bodyTop + 0.3 * first.size;
    const tooHigh = bodyTop - row.y0 > 1.4 * MAX_HEAD_LINES * first.size;
    if (outside || tooHigh || top - row.y1 > 1.2 * first.size) break;
    taken.unshift(row);
    top = Math.min(top, row.y0);
  }
  return taken;
}

/** Deals the fragments of interleaved text columns out to their columns, keeping stored order within each. */
function partColumns(rows: readonly Row[], columns: readonly Column[]): Row[][] {
  const parts: Row[][] = columns.map(() => []);
  for (const row of rows) {
    for (const fragment of row.fragments) {
      const part = parts[findSpan(columns, fragment).first]!;
      part.push({
        x0: fragment.x0,
        y0: fragment.y0,
        x1: fragment.x1,
        y1: fragment.y1,
        fragments: [fragment],
      });
    }
  }
  return parts.map((part) => part.sort((a, b) => a.y0 - b.y0));
}
