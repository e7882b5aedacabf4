import type { ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import { buildChunk, renderUnits } from '../build-chunk.ts';
import type { Chunk } from '../chunk.ts';
import { defineChunkMethod } from '../method.ts';
import { parseDelimiters } from '../split/delimiters.ts';
import { takeTail } from '../split/overlap.ts';
import { findRunEnd, mustCutBefore, unitCost } from '../split/pack-units.ts';
import { listUnits, type Unit } from '../split/units.ts';
import { loadTokenCounter } from '../tokens.ts';

const options = z.object({
  /** Most tokens of a chunk, never exceeded. */
  chunkTokenNumber: z.number().int().min(1).max(2048).default(512),
  /** Where text may be cut: bare characters; strings between back-ticks always start a new chunk. */
  delimiter: z.string().max(255).default('\\n!?;。；！？'),
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
  const chunks: Chunk[] = [];
  const packing = { budget, groupByPage: values.groupByPage };
  let from = 0;
  let previous: Unit[] = [];
  while (from < units.length) {
    const tailRoom = Math.min(values.chunkOverlap, Math.floor(budget / 2), budget - units[from]!.tokens - 1);
    const repeats = tailRoom > 0 && !(values.groupByPage && mustCutBefore(units, from, packing));
    let tail = repeats ? takeTail(previous, tailRoom, countTokens) : [];
    const tailTokens = tail.reduce((sum, unit, index) => sum + unitCost(unit, tail[index - 1]), 0);
    let to = findRunEnd(units, from, budget - (tail.length > 0 ? tailTokens + 1 : 0), packing);
    // Counts of parts are nearly, not always, those of the whole: what is kept is counted as it stands.
    let text = renderUnits([...tail, ...units.slice(from, to)]);
    let tokens = countTokens(text);
    while (tokens > budget && (tail.length > 0 || to - from > 1)) {
      if (tail.length > 0) tail = tail.slice(1);
      else to--;
      text = renderUnits([...tail, ...units.slice(from, to)]);
      tokens = countTokens(text);
    }
    const own = units.slice(from, to);
    if (text.trim() !== '') {
      chunks.push(
        buildChunk({ units: [...tail, ...own], ownUnits: own, ordinal: chunks.length, text, tokens }),
      );
    }
    previous = own;
    from = to;
  }
  return chunks;
}
