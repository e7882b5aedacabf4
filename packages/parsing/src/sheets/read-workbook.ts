import { type CellObject, type Range, read, utils, type WorkSheet } from '@e965/xlsx';
import { openArchive, verifyArchive } from '../archive/read-archive.ts';
import { createDocumentBuilder, type DocumentBuilder } from '../document-builder.ts';
import {
  type FileInput,
  type ParsedDocument,
  type ParseOptions,
  type Table,
  type TableCell,
  UnreadableFileError,
} from '../parsed-document.ts';
import { isNumberLike, markHeaderRows } from './header-rows.ts';
import { findRegions, joinContinuedRegions, type Region } from './regions.ts';

const DEFAULT_MAX_CELLS = 1_000_000;
/** Places of all tables together may be so many times the cells allowed: real sheets have gaps. */
const MAX_EMPTY_SHARE = 3;
const MAX_MERGED_PLACES = 4_000_000;

/** Reads a workbook (XLSX or XLS): a sheet is a page with its name as heading, each region of cells a table. */
export async function readWorkbook(
  input: FileInput,
  options: ParseOptions,
  format: string,
): Promise<ParsedDocument> {
  if (input.bytes[0] === 0x50 && input.bytes[1] === 0x4b) await verifyArchive(await openArchive(input.bytes));
  const workbook = readBook(input.bytes);
  const builder = createDocumentBuilder({ format });
  const properties = workbook.Props ?? {};
  builder.setTitle(properties.Title);
  builder.setMetadata('author', properties.Author);
  builder.setMetadata('subject', properties.Subject);
  const maxCells = options.maxCells ?? DEFAULT_MAX_CELLS;
  const counter = { left: maxCells, places: maxCells * MAX_EMPTY_SHARE };
  workbook.SheetNames.forEach((name, index) => {
    const page = index + 1;
    builder.addPage({ number: page, width: 0, height: 0, label: name });
    builder.addBlock({ type: 'heading', level: 1, text: name, page });
    const sheet = workbook.Sheets[name];
    if (sheet) addSheet(builder, sheet, page, counter);
    options.onProgress?.(page, workbook.SheetNames.length);
  });
  return builder.build();
}

function readBook(bytes: Uint8Array) {
  try {
    return read(bytes, { type: 'array', dense: true, cellText: true, cellHTML: false, cellFormula: false });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UnreadableFileError(/password/i.test(message) ? 'encrypted' : 'broken', message.slice(0, 200));
  }
}

function addSheet(
  builder: DocumentBuilder,
  sheet: WorkSheet,
  page: number,
  counter: { left: number; places: number },
): void {
  const texts = readCellTexts(sheet, counter);
  const merges = (sheet['!merges'] ?? []).filter((merge) => texts.get(merge.s.r)?.has(merge.s.c));
  const mergesByRow = Map.groupBy(merges, (merge) => merge.s.r);
  const beginsWithValues = (region: Region) =>
    [...(texts.get(region.top) ?? [])].some(
      ([column, text]) => column >= region.left && column <= region.right && isNumberLike(text),
    );
  for (const region of joinContinuedRegions(findRegions(texts, merges), beginsWithValues)) {
    // Cells on a diagonal span a rectangle of mostly nothing; its places count as cells too.
    counter.places -= (region.bottom - region.top + 1) * (region.right - region.left + 1);
    if (counter.places < 0) throw new UnreadableFileError('too_many_cells');
    const table = readRegion(texts, region, mergesByRow);
    const cells = table.rows.flat();
    const only = cells.length === 1 ? cells[0] : undefined;
    if (only) builder.addBlock({ type: 'paragraph', text: only.text, page });
    else builder.addBlock({ type: 'table', table, page });
  }
}

/** Filled cells only, by row and column: a sheet may claim a million empty rows. */
function readCellTexts(sheet: WorkSheet, counter: { left: number }): Map<number, Map<number, string>> {
  const texts = new Map<number, Map<number, string>>();
  const rows: (CellObject | undefined)[][] = sheet['!data'] ?? [];
  rows.forEach((row, r) => {
    row?.forEach((cell, c) => {
      const text = cell ? cellText(cell) : '';
      if (text === '') return;
      if (--counter.left < 0) throw new UnreadableFileError('too_many_cells');
      const line = texts.get(r) ?? new Map<number, string>();
      line.set(c, text);
      texts.set(r, line);
    });
  });
  return texts;
}

function cellText(cell: CellObject): string {
  if (cell.t === 'z') return '';
  return (cell.w ?? utils.format_cell(cell) ?? '').trim();
}

function readRegion(
  texts: Map<number, Map<number, string>>,
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
  markHeaderRows(rows);
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
  texts: Map<number, Map<number, string>>,
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
