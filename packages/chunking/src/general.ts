import type { ParsedDocument } from '@lectern/parsing';
import { z } from 'zod';
import type { Chunk } from './chunk.ts';
import { optionTexts } from './option-texts.ts';
import { sizeLayout, sizeOptions } from './options.ts';
import { packChunks } from './pack-chunks.ts';
import { DEFAULT_DELIMITER, parseDelimiters } from './split/delimiters.ts';
import { listUnits } from './split/units.ts';
import { loadTokenCounter } from './tokens.ts';

/** Options of methods that cut any text in reading order. */
export const generalOptions = {
  chunkTokenNumber: sizeOptions.chunkTokenNumber,
  /** Where text may be cut: bare characters; strings between back-ticks always start a new chunk. */
  delimiter: z.string().max(255).default(DEFAULT_DELIMITER),
  chunkOverlap: sizeOptions.chunkOverlap,
  /** Rows of sheets as HTML tables rather than lines of "column: value". */
  excelToHtml: z.boolean().default(false),
  groupByPage: sizeOptions.groupByPage,
};

/** How the form draws these. */
export const generalLayout = {
  chunkTokenNumber: sizeLayout.chunkTokenNumber,
  delimiter: { widget: 'text', texts: optionTexts.delimiter },
  chunkOverlap: sizeLayout.chunkOverlap,
  excelToHtml: { widget: 'switch', texts: optionTexts.excelToHtml },
  groupByPage: sizeLayout.groupByPage,
} as const;

export type GeneralOptions = {
  chunkTokenNumber: number;
  delimiter: string;
  chunkOverlap: number;
  excelToHtml: boolean;
  groupByPage: boolean;
};

/** Text in reading order, packed to the token number, cut at the best place before it. */
export async function chunkGeneric(document: ParsedDocument, values: GeneralOptions): Promise<Chunk[]> {
  const countTokens = await loadTokenCounter();
  const { chunkTokenNumber: budget, groupByPage, chunkOverlap } = values;
  const units = listUnits(document, {
    budget,
    delimiters: parseDelimiters(values.delimiter),
    countTokens,
    groupByPage,
    sheetStyle: values.excelToHtml ? 'html' : 'lines',
  });
  return packChunks(units, { budget, countTokens, chunkOverlap, groupByPage });
}
