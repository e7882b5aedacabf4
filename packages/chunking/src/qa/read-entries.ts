import type { Segment } from '../split/segments.ts';
import { readDelimited } from './delimited.ts';
import { readAsked, readHeadings, readNumbered } from './headings.ts';
import { countPairs, type Entry } from './pair.ts';
import { readPrefixed } from './prefixes.ts';

/** Formats whose lines may part question and answer by a tab or a comma. */
const LINE_FORMATS = new Set(['text', 'rtf']);

/**
 * Finds the pairs in a run of segments by the plainest sign that it has: "Q:" and "A:", two columns in a line, headings,
 * lines that end in a question mark, numbers that count up. Where there is none, all of it is rest.
 */
export function readEntries(segments: readonly Segment[], format: string): Entry[] {
  const prefixed = readPrefixed(segments);
  const signed = countPairs(prefixed);
  if (signed >= 2 || (signed === 1 && segments.length <= 4)) return prefixed;
  const delimited = LINE_FORMATS.has(format) ? readDelimited(segments) : undefined;
  const asked = readAsked(segments);
  const askedPairs = countPairs(asked);
  if (delimited && countPairs(delimited) > askedPairs) return delimited;
  const headings = readHeadings(segments);
  const headingPairs = countPairs(headings);
  const askedByText = asked.filter(
    (entry) => 'pair' in entry && entry.pair.asked.block.type !== 'heading',
  ).length;
  if (askedPairs > 0 && (askedByText >= headingPairs || askedByText * 2 > askedPairs)) return asked;
  if (headingPairs > 0) return headings;
  const numbered = readNumbered(segments);
  return countPairs(numbered) >= 2 ? numbered : segments.map((rest) => ({ rest }));
}
