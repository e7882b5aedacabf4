import type { Range } from '@e965/xlsx';
import type { DocumentBuilder } from '../document-builder.ts';
import { type Table, type TableCell, UnreadableFileError } from '../parsed-document.ts';
import { isNumberLike, takeTitleRows } from './header-rows.ts';
import { findRegions, joinContinuedRegions, type Region, type SheetTexts } from './regions.ts';

/** Cells that one file may hold, filled ones: a hundred thousand rows of twelve columns and some more. */
export const DEFAULT_MAX_CELLS = 1_500_000;
/** Places of all tables together may be so many times the cells allowed: real sheets have gaps. */
const MAX_EMPTY_SHARE = 3;
/** Characters of a title that is repeated with the table, and how many of them. */
const MAX_CAPTION = 120;
const MAX_CAPTION_TITLES = 2;
const MAX_MERGED_PLACES = 4_000_000;

/** What all sheets of a file have left. */
export type CellCounter = { left: number; places: number };

export function createCellCounter(maxCells: number = DEFAULT_MAX_CELLS): CellCounter {
  return { left: maxCells, places: maxCells * MAX_EMPTY_SHARE };
}

/** Counts a filled cell. Throws 'too_many_cells'. */
export function countCell(counter: CellCounter): void {
  if (--counter.left < 0) throw new UnreadableFileError('too_many_cells');
}

/** Appends the tables of a sheet: each region of cells one. Takes the texts away as it goes, to hold them once. */
export function addSheetTables(
  builder: DocumentBuilder,
  { texts, merges: allMerges, page }: { texts: SheetTexts; merges: readonly Range[]; page: number },
  counter: CellCounter,
): void {
  const merges = allMerges.filter((merge) => texts.get(merge.s.r)?.has(merge.s.c));
  const mergesByRow = Map.groupBy(merges, (merge) => merge.s.r);
  const beginsWithValues = (region: Region) =>
    [...(texts.get(region.top) ?? [])].some(
      ([column, text]) => column >= region.left && column <= region.right && isNumberLike(text),
    );
  const regions = joinContinuedRegions(findRegions(texts, merges), beginsWithValues);
  for (const region of regions) {
    // Cells on a diagonal span a rectangle of mostly nothing; its places count as cells too.
    counter.places -= (region.bottom - region.top + 1) * (region.right - region.left + 1);
    if (counter.places < 0) throw new UnreadableFileError('too_many_cells');
    const table = readRegion(texts, region, mergesByRow);
    if (regions.length === 1) texts.clear();
    const only = findOnlyCell(table);
    if (only) {
      builder.addBlock({ type: 'paragraph', text: only.text, page });
      continue;
    }
    const titles = takeTitleRows(table.rows);
    // Every part of the table carries its caption: notes and long titles stand above it once.
    const short = titles.filter((title) => title.length <= MAX_CAPTION).slice(0, MAX_CAPTION_TITLES);
    for (const title of titles)
      if (!short.includes(title)) builder.addBlock({ type: 'paragraph', text: title, page });
    if (short.length > 0) table.caption = short.join(' – ');
    builder.addBlock({ type: 'table', table, page });
  }
}

function findOnlyCell({ rows }: Table): TableCell | undefined {
  let only: TableCell | undefined;
  for (const cells of rows) {
    if (cells.length > 1 || (cells.length === 1 && only)) return undefined;
    only ??= cells[0];
  }
  return only;
}

function readRegion(
  texts: SheetTexts,
  region: Region,
  mergesByRow: ReadonlyMap<number, readonly Range[]>,
): Table {
  const merged = new Map<string, Range>();
  const covered = new Set<string>();
  let places = 0;
  for (const merge of listMergesWithin(region, mergesByRow)) {
    merged.set(`${merge.s.r},${merge.s.c}`, merge);
    // Honest merges never overlap; thousands over the same cells would take minutes.
    places +=
      (Math.min(merge.e.r, region.bottom) - merge.s.r + 1) *
      (Math.min(merge.e.c, region.right) - merge.s.c + 1);
    if (places > MAX_MERGED_PLACES) throw new UnreadableFileError('too_many_cells', 'merged cells');
    for (let r = merge.s.r; r <= Math.min(merge.e.r, region.bottom); r++) {
      for (let c = merge.s.c; c <= Math.min(merge.e.c, region.right); c++) {
        if (r !== merge.s.r || c !== merge.s.c) covered.add(`${r},${c}`);
      }
    }
  }
  const { rows: filledRows, columns } = findFilledLines(texts, region, covered);
  const rows = filledRows.map((r) =>
    columns
      .filter((c) => !covered.has(`${r},${c}`))
      .map((c): TableCell => {
        const merge = merged.get(`${r},${c}`);
        const rowspan = merge ? Math.min(merge.e.r, region.bottom) - r + 1 : 1;
        const colspan = merge ? Math.min(merge.e.c, region.right) - c + 1 : 1;
        return {
          text: texts.get(r)?.get(c) ?? '',
          ...(rowspan > 1 ? { rowspan } : {}),
          ...(colspan > 1 ? { colspan } : {}),
        };
      }),
  );
  return { rows };
}

function listMergesWithin(region: Region, mergesByRow: ReadonlyMap<number, readonly Range[]>): Range[] {
  const within: Range[] = [];
  for (let r = region.top; r <= region.bottom; r++) {
    for (const merge of mergesByRow.get(r) ?? []) {
      if (merge.s.c >= region.left && merge.s.c <= region.right) within.push(merge);
    }
  }
  return within;
}

/** Rows and columns of a region that hold something: the gaps between labels and values are left out. */
function findFilledLines(
  texts: SheetTexts,
  region: Region,
  covered: ReadonlySet<string>,
): { rows: number[]; columns: number[] } {
  const columns = new Set<number>();
  const rows: number[] = [];
  const hasMerges = covered.size > 0;
  for (let r = region.top; r <= region.bottom; r++) {
    const cells = [...(texts.get(r)?.keys() ?? [])].filter((c) => c >= region.left && c <= region.right);
    for (const c of cells) columns.add(c);
    let isCovered = false;
    for (let c = region.left; hasMerges && c <= region.right; c++) {
      if (!covered.has(`${r},${c}`)) continue;
      columns.add(c);
      isCovered = true;
    }
    if (cells.length > 0 || isCovered) rows.push(r);
  }
  return { rows, columns: [...columns].sort((a, b) => a - b) };
}
