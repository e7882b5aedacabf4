import { z } from 'zod';
import type { OptionLayout } from './method.ts';
import { optionTexts } from './option-texts.ts';
import { DEFAULT_DELIMITER, parseDelimiters } from './split/delimiters.ts';
import type { UnitOptions } from './split/unit.ts';
import type { CountTokens } from './tokens.ts';

/** Options of every method that cuts by structure, to be spread into its schema. */
export const sizeOptions = {
  /** Most tokens of a chunk, never exceeded. */
  chunkTokenNumber: z.number().int().min(1).max(2048).default(512),
  /** Tokens of a chunk's tail that are repeated at the head of the next part of the same section. */
  chunkOverlap: z.number().int().min(0).max(1024).default(0),
  /** A chunk never spans two pages. */
  groupByPage: z.boolean().default(false),
};

/** How the form draws these. */
export const sizeLayout = {
  chunkTokenNumber: { widget: 'number', step: 1, texts: optionTexts.chunkTokenNumber },
  chunkOverlap: { widget: 'number', step: 1, texts: optionTexts.chunkOverlap },
  groupByPage: { widget: 'switch', texts: optionTexts.groupByPage },
} satisfies Record<string, OptionLayout>;

export type SizeOptions = { chunkTokenNumber: number; chunkOverlap: number; groupByPage: boolean };

/** What these options mean for cutting blocks into units. */
export function toUnitOptions(values: SizeOptions, countTokens: CountTokens): UnitOptions {
  return {
    budget: values.chunkTokenNumber,
    delimiters: parseDelimiters(DEFAULT_DELIMITER),
    countTokens,
    groupByPage: values.groupByPage,
    sheetStyle: 'lines',
  };
}
