import type { Range } from '@e965/xlsx';
import { isNumberLike } from './header-rows.ts';

/** A rectangle of cells, 0-based and inclusive. */
export type Region = { top: number; bottom: number; left: number; right: number };

/**
 * Cuts the filled cells of a sheet into rectangles parted by empty rows or empty columns, in reading
 * order. Cells that a merge covers count as filled.
 */
export function findRegions(texts: SheetTexts, merges: readonly Range[]): Region[] {
  // Rows that no merge touches are asked for as they are: a copy of a hundred thousand would be large.
  const merged = new Map<number, Set<number>>();
  const fill = (row: number, column: number) => {
    const columns = merged.get(row);
    if (columns) columns.add(column);
    else merged.set(row, new Set([...(texts.get(row)?.keys() ?? []), column]));
  };
  let left = 200_000;
  for (const merge of merges) {
    for (let r = merge.s.r; r <= merge.e.r && left > 0; r++) {
      for (let c = merge.s.c; c <= merge.e.c && left > 0; c++, left--) fill(r, c);
    }
  }
  const rows = [...new Set([...texts.keys(), ...merged.keys()])].sort((a, b) => a - b);
  const columnsOf = (row: number): Columns => merged.get(row) ?? texts.get(row) ?? none;
  return splitRows(rows, { columnsOf, texts }, 0, Number.POSITIVE_INFINITY);
}

/** Filled cells by row and column, 0-based. */
export type SheetTexts = Map<number, Map<number, string>>;

/** Columns of a row that hold something or that a merge covers. */
type Columns = { has: (column: number) => boolean; keys: () => Iterable<number> };
type Filled = { columnsOf: (row: number) => Columns; texts: SheetTexts };
const none: Columns = new Set();

function splitRows(rows: number[], filled: Filled, left: number, right: number): Region[] {
  const regions: Region[] = [];
  let band: number[] = [];
  const flush = () => {
    if (band.length > 0) regions.push(...splitColumns(band, filled, left, right));
    band = [];
  };
  for (const row of rows) {
    if (band.length > 0 && row > band.at(-1)! + 1) flush();
    band.push(row);
  }
  flush();
  return regions;
}

/** A single column this near to its neighbours is the labels of what is next to it, not a table. */
const LABEL_GAP = 3;

type ColumnGroup = { left: number; right: number };

function splitColumns(band: number[], filled: Filled, left: number, right: number): Region[] {
  const used = new Set<number>();
  for (const row of band)
    for (const column of filled.columnsOf(row).keys())
      if (column >= left && column <= right) used.add(column);
  const groups = groupColumns(
    [...used].sort((a, b) => a - b),
    band,
    filled,
  );
  if (groups.length === 1) {
    return [{ top: band[0]!, bottom: band.at(-1)!, left: groups[0]!.left, right: groups[0]!.right }];
  }
  return groups.flatMap((group) => {
    const rows = band.filter((row) => hasColumn(filled.columnsOf(row), group.left, group.right));
    return splitRows(rows, filled, group.left, group.right);
  });
}

function groupColumns(columns: readonly number[], band: readonly number[], filled: Filled): ColumnGroup[] {
  const groups: ColumnGroup[] = [];
  for (const column of columns) {
    const last = groups.at(-1);
    if (last && column === last.right + 1) last.right = column;
    else groups.push({ left: column, right: column });
  }
  const joined: ColumnGroup[] = [];
  for (const group of groups) {
    const last = joined.at(-1);
    if (last && belongsTogether(last, group, band, filled)) last.right = group.right;
    else joined.push(group);
  }
  return joined;
}

/** Columns parted by a narrow gap are one table unless the right ones begin with names of their own. */
function belongsTogether(
  left: ColumnGroup,
  right: ColumnGroup,
  band: readonly number[],
  filled: Filled,
): boolean {
  const gap = right.left - left.right - 1;
  if (left.left === left.right || right.left === right.right) return gap < LABEL_GAP;
  return gap === 1 && !beginsWithNames(right, band, filled);
}

function beginsWithNames(group: ColumnGroup, band: readonly number[], filled: Filled): boolean {
  const rows = band.filter((row) => hasColumn(filled.columnsOf(row), group.left, group.right));
  if (rows.length < 2) return false;
  if (namesAll(rows[0]!, group, filled)) return true;
  // Below a title of its own.
  const title = countCells(rows[0]!, group, filled) === 1 && group.right > group.left;
  return title && rows.length > 2 && namesAll(rows[1]!, group, filled);
}

function namesAll(row: number, group: ColumnGroup, filled: Filled): boolean {
  const cells = filled.texts.get(row);
  for (let column = group.left; column <= group.right; column++) {
    const text = cells?.get(column) ?? '';
    const isCovered = text === '' && filled.columnsOf(row).has(column);
    if (!isCovered && (text === '' || isNumberLike(text))) return false;
  }
  return true;
}

function countCells(row: number, group: ColumnGroup, filled: Filled): number {
  const columns = [...(filled.texts.get(row)?.keys() ?? [])];
  return columns.filter((column) => column >= group.left && column <= group.right).length;
}

/**
 * Joins a region with the one above it where a single empty row parts them, both are as wide, and the
 * lower one begins with values: its columns are named above.
 */
export function joinContinuedRegions(
  regions: readonly Region[],
  beginsWithValues: (region: Region) => boolean,
): Region[] {
  const joined: Region[] = [];
  for (const region of regions) {
    const last = joined.at(-1);
    const isBelow = last !== undefined && region.top === last.bottom + 2;
    const isAsWide = last !== undefined && region.left === last.left && region.right === last.right;
    const isTable = region.right > region.left && last !== undefined && last.bottom > last.top;
    if (last && isBelow && isAsWide && isTable && beginsWithValues(region)) last.bottom = region.bottom;
    else joined.push({ ...region });
  }
  return joined;
}

function hasColumn(columns: Columns, left: number, right: number): boolean {
  for (const column of columns.keys()) if (column >= left && column <= right) return true;
  return false;
}
