import type { ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import type { Chunk } from '../chunk.ts';
import { defineChunkMethod } from '../method.ts';
import { packChunks } from '../pack-chunks.ts';
import { DEFAULT_DELIMITER, parseDelimiters } from '../split/delimiters.ts';
import { listUnits } from '../split/units.ts';
import { loadTokenCounter } from '../tokens.ts';

const options = z.object({
  /** Most tokens of a chunk, never exceeded. */
  chunkTokenNumber: z.number().int().min(1).max(2048).default(512),
  /** Where text may be cut: bare characters; strings between back-ticks always start a new chunk. */
  delimiter: z.string().max(255).default(DEFAULT_DELIMITER),
  /** Tokens of a chunk's tail that are repeated at the head of the next. */
  chunkOverlap: z.number().int().min(0).max(1024).default(0),
  /** Rows of sheets as HTML tables rather than lines of "column: value". */
  excelToHtml: z.boolean().default(false),
  /** A chunk never crosses a page. */
  groupByPage: z.boolean().default(false),
});

/** The general method: text in reading order, packed to the token number, cut at the best place before it. */
export const naive = defineChunkMethod({
  id: 'naive',
  accepts: [],
  options,
  layout: {
    chunkTokenNumber: { widget: 'number', step: 1 },
    delimiter: { widget: 'text' },
    chunkOverlap: { widget: 'number', step: 1 },
    excelToHtml: { widget: 'switch' },
    groupByPage: { widget: 'switch' },
  },
  chunk: chunkNaively,
});

async function chunkNaively(document: ParsedDocument, values: z.output<typeof options>): Promise<Chunk[]> {
  const countTokens = await loadTokenCounter();
  const budget = values.chunkTokenNumber;
  const units = listUnits(document, {
    budget,
    delimiters: parseDelimiters(values.delimiter),
    countTokens,
    groupByPage: values.groupByPage,
    sheetStyle: values.excelToHtml ? 'html' : 'lines',
  });
  return packChunks(units, {
    budget,
    countTokens,
    chunkOverlap: values.chunkOverlap,
    groupByPage: values.groupByPage,
  });
}
