import type { ChunkMethodDescription, ChunkOptions, ReadingOptions } from '@lectern/contract';
import { type FieldValues, fillDefaults, findMissingFields } from '../../ui/schema-form.tsx';

/** How a document is read and cut, as a form edits it: a page range may be half filled in. */
export type Cutting = {
  chunkMethod: string;
  options: FieldValues;
  /** The ranges here may be half filled in; those inside `reading` are what is stored. */
  reading: ReadingOptions;
  pageRanges: PageRangeDraft[];
};

export type PageRangeDraft = { from: number | null; to: number | null };

/** Text keys of what is wrong, by the place in the form. */
export type PageRangeErrors = { from?: PageRangeError; to?: PageRangeError };
export type PageRangeError = 'missingStart' | 'missingEnd' | 'toNotAfterFrom' | 'fromBeforePrevious';

export function toCutting(stored: {
  chunkMethod: string;
  chunkOptions: ChunkOptions;
  readingOptions: ReadingOptions;
}): Cutting {
  return {
    chunkMethod: stored.chunkMethod,
    options: stored.chunkOptions,
    reading: stored.readingOptions,
    pageRanges: stored.readingOptions.pageRanges,
  };
}

/** Ranges are 1-based with an exclusive end, in order and apart from each other. */
export function checkPageRanges(ranges: readonly PageRangeDraft[]): PageRangeErrors[] {
  return ranges.map(({ from, to }, index) => {
    const errors: PageRangeErrors = {};
    const previous = ranges[index - 1];
    if (from === null) errors.from = 'missingStart';
    else if (previous?.to && from < previous.to) errors.from = 'fromBeforePrevious';
    if (to === null) errors.to = 'missingEnd';
    else if (from !== null && to <= from) errors.to = 'toNotAfterFrom';
    return errors;
  });
}

/** Ready to be sent; undefined while something is missing or wrong. */
export function finishCutting(
  cutting: Cutting,
  method: ChunkMethodDescription | undefined,
): { chunkMethod: string; chunkOptions: ChunkOptions; readingOptions: ReadingOptions } | undefined {
  if (!method) return undefined;
  const values = fillDefaults(method.options, cutting.options);
  if (findMissingFields(method.options, values).length > 0) return undefined;
  const wrong = checkPageRanges(cutting.pageRanges).some((errors) => errors.from || errors.to);
  if (wrong) return undefined;
  const chunkOptions: ChunkOptions = {};
  for (const { name } of method.options) {
    const value = values[name];
    if (value !== undefined && value !== null) chunkOptions[name] = value;
  }
  return {
    chunkMethod: cutting.chunkMethod,
    chunkOptions,
    readingOptions: {
      ...cutting.reading,
      pageRanges: cutting.pageRanges.map(({ from, to }) => ({ from: from ?? 1, to: to ?? 2 })),
    },
  };
}
