import { type CellObject, read, utils, type WorkSheet } from '@e965/xlsx';
import { openArchive, verifyArchive } from '../archive/read-archive.ts';
import { createDocumentBuilder } from '../document-builder.ts';
import {
  type FileInput,
  type ParsedDocument,
  type ParseOptions,
  UnreadableFileError,
} from '../parsed-document.ts';
import type { SheetTexts } from './regions.ts';
import { addSheetTables, type CellCounter, countCell, createCellCounter } from './sheet-tables.ts';
import { isLargeWorkbook, readLargeXlsx } from './xlsx/read-large-xlsx.ts';

/** Reads a workbook (XLSX, XLSB or XLS): a sheet is a page with its name as heading, each region of cells a table. */
export async function readWorkbook(
  input: FileInput,
  options: ParseOptions,
  format: string,
): Promise<ParsedDocument> {
  if (input.bytes[0] === 0x50 && input.bytes[1] === 0x4b) {
    const archive = await openArchive(input.bytes);
    if (format === 'xlsx' && isLargeWorkbook(archive)) return readLargeXlsx(archive, options);
    await verifyArchive(archive);
  }
  const workbook = readBook(input.bytes);
  const builder = createDocumentBuilder({ format });
  const properties = workbook.Props ?? {};
  builder.setTitle(properties.Title);
  builder.setMetadata('author', properties.Author);
  builder.setMetadata('subject', properties.Subject);
  const counter = createCellCounter(options.maxCells);
  workbook.SheetNames.forEach((name, index) => {
    const page = index + 1;
    builder.addPage({ number: page, width: 0, height: 0, label: name });
    builder.addBlock({ type: 'heading', level: 1, text: name, page });
    const sheet = workbook.Sheets[name];
    if (sheet) {
      const texts = readCellTexts(sheet, counter);
      delete workbook.Sheets[name];
      addSheetTables(builder, { texts, merges: sheet['!merges'] ?? [], page }, counter);
    }
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

/** Filled cells only, by row and column: a sheet may claim a million empty rows. */
function readCellTexts(sheet: WorkSheet, counter: CellCounter): SheetTexts {
  const texts: SheetTexts = new Map();
  const rows: (CellObject | undefined)[][] = sheet['!data'] ?? [];
  rows.forEach((row, r) => {
    row?.forEach((cell, c) => {
      const text = cell ? cellText(cell) : '';
      if (text === '') return;
      countCell(counter);
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
