import { z } from 'zod';
import { buildChunk, renderUnits } from '../build-chunk.ts';
import { defineChunkMethod } from '../method.ts';
import { optionTexts } from '../option-texts.ts';
import { listUnits } from '../split/units.ts';
import { loadTokenCounter } from '../tokens.ts';
import { oneTexts } from './one.texts.ts';

const options = z.object({
  /** Rows of sheets as HTML tables rather than lines of "column: value". */
  excelToHtml: z.boolean().default(false),
});

/** The whole file as one chunk in reading order, however long: what embeds it cuts what is too much. */
export const one = defineChunkMethod({
  id: 'one',
  texts: oneTexts,
  accepts: [],
  options,
  layout: { excelToHtml: { widget: 'switch', texts: optionTexts.excelToHtml } },
  chunk: async (document, values) => {
    const countTokens = await loadTokenCounter();
    const units = listUnits(document, {
      budget: Number.POSITIVE_INFINITY,
      delimiters: { soft: undefined, hard: undefined },
      countTokens: () => 0,
      groupByPage: false,
      sheetStyle: values.excelToHtml ? 'html' : 'lines',
    });
    const text = renderUnits(units);
    if (text.trim() === '') return [];
    return [buildChunk({ units, ownUnits: units, ordinal: 0, text, tokens: countTokens(text) })];
  },
});
