import type { CountTokens } from '../tokens.ts';
import type { Delimiters } from './delimiters.ts';
import { findCut, splitSentences, type TextRange } from './sentences.ts';

/** How good a place for a cut the end of a piece is. */
export type Boundary = 'block' | 'delimiter' | 'sentence' | 'word';

/** A part of a text that fits the budget; white space at its ends is left out. */
export type TextPiece = TextRange & {
  tokens: number;
  /** The kind of place at which it ends. */
  boundary: Boundary;
  /** The piece begins a new chunk: a separator was before it. */
  startsChunk: boolean;
};

export type SplitTextOptions = { budget: number; delimiters: Delimiters; countTokens: CountTokens };

/**
 * Cuts a text into pieces of at most `budget` tokens: at the delimiters, and where a piece is still
 * over-long at sentences, then words, then characters. All text but separators and white space is
 * covered; a single character may exceed a tiny budget.
 */
export function splitText(text: string, options: SplitTextOptions): TextPiece[] {
  const pieces: TextPiece[] = [];
  let startsChunk = false;
  for (const segment of splitHard(text, options.delimiters.hard)) {
    const before = pieces.length;
    for (const range of splitSoft(text, segment, options.delimiters.soft)) {
      addFitting(pieces, text, range, 'delimiter', options);
    }
    if (pieces.length > before) {
      pieces[before]!.startsChunk = startsChunk;
      pieces.at(-1)!.boundary = 'block';
    }
    startsChunk = true;
  }
  return pieces;
}

function addFitting(
  pieces: TextPiece[],
  text: string,
  range: TextRange,
  boundary: Boundary,
  options: SplitTextOptions,
): void {
  const { start, end } = trimRange(text, range);
  if (start >= end) return;
  // A token has at least one byte, so that few texts this long fit; the rest need no count to be cut.
  const mayFit = end - start <= options.budget * 16;
  const tokens = mayFit ? options.countTokens(text.slice(start, end)) : Number.POSITIVE_INFINITY;
  if (tokens <= options.budget) {
    pieces.push({ start, end, tokens, boundary, startsChunk: false });
    return;
  }
  const sentences = boundary === 'delimiter' ? splitSentences(text.slice(start, end)) : [];
  if (sentences.length > 1) {
    for (const sentence of sentences) {
      addFitting(
        pieces,
        text,
        { start: start + sentence.start, end: start + sentence.end },
        'sentence',
        options,
      );
    }
  } else addWords(pieces, text, { start, end }, options);
  const last = pieces.at(-1);
  if (last) last.boundary = boundary;
}

/** Cuts a sentence at words by an estimate that adapts to the text, counting only what it keeps. */
function addWords(pieces: TextPiece[], text: string, range: TextRange, options: SplitTextOptions): void {
  const { budget, countTokens } = options;
  let charactersPerToken = 4;
  let start = range.start;
  while (start < range.end) {
    while (start < range.end && /\s/.test(text[start]!)) start++;
    if (start >= range.end) return;
    let length = Math.max(1, Math.floor(budget * charactersPerToken));
    let end = Math.min(findCut(text, start, start + length), range.end);
    let tokens = countTokens(text.slice(start, end));
    while (tokens > budget && end - start > 1) {
      length = Math.max(1, Math.min(end - start - 1, Math.floor(((end - start) * budget * 0.95) / tokens)));
      const shorter = Math.min(findCut(text, start, start + length), range.end);
      if (shorter >= end) break;
      end = shorter;
      tokens = countTokens(text.slice(start, end));
    }
    charactersPerToken = Math.min(Math.max((end - start) / Math.max(tokens, 1), 0.5), 6);
    const trimmed = trimRange(text, { start, end });
    pieces.push({ ...trimmed, tokens, boundary: 'word', startsChunk: false });
    start = end;
  }
}

function splitHard(text: string, hard: RegExp | undefined): TextRange[] {
  if (!hard) return [{ start: 0, end: text.length }];
  const ranges: TextRange[] = [];
  let start = 0;
  for (const match of text.matchAll(hard)) {
    ranges.push({ start, end: match.index });
    start = match.index + match[0].length;
  }
  ranges.push({ start, end: text.length });
  return ranges;
}

function splitSoft(text: string, range: TextRange, soft: RegExp | undefined): TextRange[] {
  if (!soft) return [range];
  const ranges: TextRange[] = [];
  let start = range.start;
  for (const match of text.slice(range.start, range.end).matchAll(soft)) {
    const end = range.start + match.index + match[0].length;
    if (/\S/.test(text.slice(start, end))) {
      ranges.push({ start, end });
      start = end;
    }
  }
  if (start < range.end) ranges.push({ start, end: range.end });
  return ranges;
}

/** The range without white space at its ends. */
export function trimRange(text: string, { start, end }: TextRange): TextRange {
  let from = start;
  let to = end;
  while (from < to && /\s/.test(text[from]!)) from++;
  while (to > from && /\s/.test(text[to - 1]!)) to--;
  return { start: from, end: to };
}
