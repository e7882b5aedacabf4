import type { Block, ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import type { Chunk, ChunkResult, ChunkTable } from '../chunk.ts';
import { defineChunkMethod } from '../method.ts';
import { optionTexts } from '../option-texts.ts';
import { packChunks } from '../pack-chunks.ts';
import { DEFAULT_DELIMITER, parseDelimiters } from '../split/delimiters.ts';
import { listSegments, type Segment } from '../split/segments.ts';
import type { UnitOptions } from '../split/unit.ts';
import { listSegmentUnits } from '../split/units.ts';
import { cutRows } from '../tables/cut-rows.ts';
import { openSheetTable, type SheetTable } from '../tables/sheet-table.ts';
import { loadTokenCounter } from '../tokens.ts';
import { tableTexts } from './table.texts.ts';

const options = z.object({
  /** Most tokens of a chunk: a row that has more is cut. */
  chunkTokenNumber: z.number().int().min(16).max(2048).default(512),
  /** Columns that stay out of the text of rows, such as internal numbers; they can still be asked for by value. */
  columnsLeftOut: z.array(z.string().max(255)).max(100).default([]),
});

/**
 * Tables: each row is a chunk of its own, written "Column: value; …", below the names of sheet and table. The first rows
 * name the columns; several of them are joined. A header may give synonyms joined by "/" and its values in brackets. The
 * type of each column is found by its cells, and rows keep theirs as typed fields, so that questions such as "how many"
 * or "the largest" can be answered over all of them. Rows that add up others, and text between tables, are chunks of
 * text.
 */
export const table = defineChunkMethod({
  id: 'table',
  texts: tableTexts,
  accepts: ['xlsx', 'xls', 'xlsb', 'ods', 'csv', 'docx', 'odt', 'html', 'markdown', 'pdf'],
  options,
  layout: {
    chunkTokenNumber: { widget: 'number', step: 1, texts: optionTexts.chunkTokenNumber },
    columnsLeftOut: { widget: 'tags', texts: optionTexts.columnsLeftOut },
  },
  chunk: chunkTables,
});

const WORKBOOKS = new Set(['xlsx', 'xls', 'xlsb', 'ods']);

async function chunkTables(document: ParsedDocument, values: z.output<typeof options>): Promise<ChunkResult> {
  const countTokens = await loadTokenCounter();
  const budget = values.chunkTokenNumber;
  const delimiters = parseDelimiters(DEFAULT_DELIMITER);
  const unitOptions: UnitOptions = {
    budget,
    delimiters,
    countTokens,
    groupByPage: false,
    sheetStyle: 'lines',
  };
  const rowOptions = {
    budget,
    delimiters,
    countTokens,
    leaveOut: new Set(values.columnsLeftOut.map((name) => name.trim().toLowerCase())),
    language: document.language,
    isWorkbook: WORKBOOKS.has(document.format),
  };
  const chunks: Chunk[] = [];
  const tables: ChunkTable[] = [];
  const takenNames = new Set<string>();
  let totals = 0;
  for (const part of listParts(listSegments(document), rowOptions.isWorkbook)) {
    if ('segments' in part) {
      const units = listSegmentUnits(part.segments, document.format, unitOptions).flat();
      chunks.push(...packChunks(units, { budget, countTokens, firstOrdinal: chunks.length }));
      continue;
    }
    const { sheet, headingPath } = part;
    const path = sheet.title === undefined ? headingPath : [...headingPath, sheet.title];
    const place = { headingPath: path, firstOrdinal: chunks.length, tableIndex: tables.length };
    const cut = cutRows(sheet, place, rowOptions);
    for (const chunk of cut.chunks) chunks.push(chunk);
    tables.push({ name: nameTable(path, document.title, takenNames), ...cut.table });
    totals += cut.totals;
  }
  const notes = totals > 0 ? [{ key: 'table_totals', details: { count: totals } }] : [];
  return { chunks, tables, ...(notes.length > 0 ? { notes } : {}) };
}

type Part = { segments: Segment[] } | { sheet: SheetTable; headingPath: string[] };

/**
 * Tables and what is between them. A heading or caption right above a table is in the path of its rows already; so
 * is a line alone above a table of a sheet, which is its title.
 */
function listParts(segments: readonly Segment[], isWorkbook: boolean): Part[] {
  const parts: Part[] = [];
  let between: Segment[] = [];
  const flush = (sheet: SheetTable | undefined) => {
    while (sheet && isAnnounced(between.at(-1), sheet)) between.pop();
    if (between.length > 0) parts.push({ segments: between });
    between = [];
  };
  for (const segment of segments) {
    const opened = segment.block.table ? openSheetTable(segment.block) : undefined;
    const last = parts.at(-1);
    if (opened) {
      const title = isWorkbook && opened.title === undefined ? readTitle(between.at(-1)?.block) : undefined;
      const sheet = title === undefined ? opened : { ...opened, title };
      if (title !== undefined) between.pop();
      flush(sheet);
      parts.push({ sheet, headingPath: segment.headingPath });
    } else if (between.length === 0 && last && 'sheet' in last && isCaptionOf(segment.block, last.sheet)) {
      // A caption below its table.
    } else between.push(segment);
  }
  flush(undefined);
  return parts;
}

const LONGEST_TITLE = 120;

function readTitle(block: Block | undefined): string | undefined {
  const text = block?.type === 'paragraph' ? block.text.trim() : '';
  return text !== '' && text.length <= LONGEST_TITLE && !text.includes('\n') ? text : undefined;
}

function isAnnounced(segment: Segment | undefined, sheet: SheetTable): boolean {
  if (!segment) return false;
  return sheet.block.sectionPath.includes(segment.block.id) || isCaptionOf(segment.block, sheet);
}

function isCaptionOf(block: Block, sheet: SheetTable): boolean {
  return block.type === 'caption' && sheet.block.table?.caption?.trim() === block.text.trim();
}

/** What people call the table: its title or sheet, with a number where others are called the same. */
function nameTable(path: readonly string[], title: string | undefined, taken: Set<string>): string {
  const base = path.at(-1) ?? title ?? 'Table';
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base} ${number}`;
  taken.add(name);
  return name;
}
