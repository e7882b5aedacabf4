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
import { markHeaderRows } from './header-rows.ts';
import { findRegions, type Region } from './regions.ts';

const DEFAULT_MAX_CELLS = 1_000_000;
/** Places of all tables together may be so many times the cells allowed: real sheets have gaps. */
const MAX_EMPTY_SHARE = 3;

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
  for (const region of findRegions(texts, merges)) {
    // Cells on a diagonal span a rectangle of mostly nothing; its places count as cells too.
    counter.places -= (region.bottom - region.top + 1) * (region.right - region.left + 1);
    if (counter.places < 0) throw new UnreadableFileError('too_many_cells');
    const table = readRegion(texts, region, merges);
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
  merges: readonly Range[],
): Table {
  const merged = new Map<string, Range>();
  const covered = new Set<string>();
  for (const merge of merges) {
    const isInside =
      merge.s.r >= region.top &&
      merge.s.r <= region.bottom &&
      merge.s.c >= region.left &&
      merge.s.c <= region.right;
    if (!isInside) continue;
    merged.set(`${merge.s.r},${merge.s.c}`, merge);
    for (let r = merge.s.r; r <= Math.min(merge.e.r, region.bottom); r++) {
      for (let c = merge.s.c; c <= Math.min(merge.e.c, region.right); c++) {
        if (r !== merge.s.r || c !== merge.s.c) covered.add(`${r},${c}`);
      }
    }
  }
  const rows: TableCell[][] = [];
  for (let r = region.top; r <= region.bottom; r++) {
    const cells: TableCell[] = [];
    for (let c = region.left; c <= region.right; c++) {
      if (covered.has(`${r},${c}`)) continue;
      const merge = merged.get(`${r},${c}`);
      const rowspan = merge ? Math.min(merge.e.r, region.bottom) - merge.s.r + 1 : 1;
      const colspan = merge ? Math.min(merge.e.c, region.right) - merge.s.c + 1 : 1;
      cells.push({
        text: texts.get(r)?.get(c) ?? '',
        ...(rowspan > 1 ? { rowspan } : {}),
        ...(colspan > 1 ? { colspan } : {}),
      });
    }
    rows.push(cells);
  }
  markHeaderRows(rows);
  return { rows };
}
