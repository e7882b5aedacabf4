import type { LeftOutReason } from '@lectern/contract';
import type { Block, ParsedDocument, SourceText } from '@lectern/parsing';
import type { Chunk, ChunkResult } from '../chunk.ts';
import { findContents } from '../structure/contents.ts';
import { listWords, WordPool } from './words.ts';

/** Words of a document that are in no chunk. The same text on several pages is one entry. */
export type LeftOut = {
  reason: LeftOutReason;
  text: string;
  /** 1-based, in order; empty where the format has none. */
  pages: number[];
  /** On all of these pages together. */
  words: number;
};

/** How much of a document is in its chunks. */
export type Coverage = {
  /** Words of the document as stored. */
  words: number;
  leftOut: LeftOut[];
};

/** Words to either side with which a missing word may have been joined, as at a hyphen. */
const MAX_JOINED = 3;

/** Compares the words of a document with those of its chunks. */
export function measureCoverage(document: ParsedDocument, { chunks }: ChunkResult): Coverage {
  const entries = new Map<string, LeftOut>();
  const used = new Set(chunks.flatMap(({ blockIds }) => blockIds));
  const contents = new Set(findContents(document).flatMap(({ blocks }) => blocks));
  const add = (reason: LeftOutReason, text: string, page: number | undefined, words: number) => {
    if (words === 0) return;
    const key = `${reason} ${reason === 'page_number' ? '' : text}`;
    const entry = entries.get(key) ?? { reason, text, pages: [], words: 0 };
    if (reason === 'page_number' && entry.words > 0) entry.text = `${entry.text.split(' … ')[0]} … ${text}`;
    if (page !== undefined && entry.pages.at(-1) !== page) entry.pages.push(page);
    entry.words += words;
    entries.set(key, entry);
  };
  const skipped: Block[] = [];
  for (const block of document.blocks) {
    const reason = used.has(block.id) ? undefined : findReason(block, contents);
    if (reason === undefined) continue;
    skipped.push(block);
    add(reason, block.text, block.page, listWords(block.text).length);
  }
  const kept = chunks.map(poolOfChunk);
  const leftOut = skipped.map(poolOfBlock);
  let words = 0;
  for (const { page, text } of document.source ?? listBlockTexts(document)) {
    const stored = listWords(text);
    words += stored.length;
    // What was left out of a page is taken from there first, and not from a chunk that goes on over other pages.
    const near = [
      ...leftOut.filter((each) => each.page === page).map(({ pool }) => pool),
      ...poolsOf(kept, page),
    ];
    for (const missing of findMissing(stored, near)) {
      // One word that the text beside it has too is found all the same: a caption that a table repeats.
      const isRepeated = missing.length === 1 && near.some((pool) => pool.knows(missing[0]!));
      if (!isRepeated && !isFormula(missing)) add('missing', missing.join(' '), page, missing.length);
    }
  }
  return { words, leftOut: [...entries.values()] };
}

function findReason(block: Block, contents: ReadonlySet<Block>): LeftOutReason | undefined {
  if (block.type === 'page_header' || block.type === 'page_footer')
    return /\p{L}{2}/u.test(block.text.replace(/\b[ivxlc]+\b/giu, '')) ? 'running_line' : 'page_number';
  if (block.type === 'slide_notes') return 'notes';
  return contents.has(block) ? 'contents' : undefined;
}

function listBlockTexts({ blocks }: ParsedDocument): SourceText[] {
  return blocks.map(({ page, text }) => ({ ...(page === undefined ? {} : { page }), text }));
}

/** Letters of formulas are joined and ordered in more than one way. */
function isFormula(words: readonly string[]): boolean {
  return words.every((word) => /^[a-z\p{Script=Greek}]$/u.test(word));
}

type PagedPool = { pool: WordPool; page: number | undefined; pageEnd: number | undefined };

function poolOfBlock({ text, page, pageEnd }: Block): PagedPool {
  return { pool: new WordPool([text]), page, pageEnd: pageEnd ?? page };
}

function poolOfChunk({ text, questions, headingPath, page, pageEnd }: Chunk): PagedPool {
  return { pool: new WordPool([text, ...questions, ...headingPath]), page, pageEnd: pageEnd ?? page };
}

/** Those of the page first, then its neighbours': a block that goes on over a break may be said to be on one page. */
function poolsOf(pools: readonly PagedPool[], page: number | undefined): WordPool[] {
  if (page === undefined) return pools.map(({ pool }) => pool);
  const within = (reach: number) =>
    pools.filter((each) => (each.page ?? page) - reach <= page && page <= (each.pageEnd ?? page) + reach);
  return [...new Set([...within(0), ...within(1), ...pools])].map(({ pool }) => pool);
}

/** Runs of words that none of the pools has, whole, joined with their neighbours, or in two parts. */
function findMissing(words: readonly string[], pools: readonly WordPool[]): string[][] {
  const take = (word: string) => pools.some((pool) => pool.take(word));
  const isMissing = words.map(() => true);
  const forMissing = (isFound: (word: string, index: number) => boolean) => {
    for (const [index, word] of words.entries())
      if (isMissing[index] && isFound(word, index)) isMissing[index] = false;
  };
  const findParted = (word: string, index: number) =>
    takeJoined(words, index, isMissing, take) ||
    pools.some((pool) => takeInTwo(word, pool)) ||
    // Halves of a word that a column or page parts are not next to each other in the file.
    (word.length > 1 && pools.some((pool) => pool.takePart(word)));
  // Words that are nowhere as they are come first, or others would take their parts.
  forMissing((word, index) => !pools.some((pool) => pool.has(word)) && findParted(word, index));
  forMissing(take);
  forMissing(findParted);
  const runs: string[][] = [];
  for (const [index, word] of words.entries()) {
    if (!isMissing[index]) continue;
    if (isMissing[index - 1]) runs.at(-1)!.push(word);
    else runs.push([word]);
  }
  return runs;
}

/** Whether a word became part of a longer one, as the halves of a word that a hyphen parts do. */
function takeJoined(
  words: readonly string[],
  index: number,
  isMissing: boolean[],
  take: (word: string) => boolean,
): boolean {
  for (let length = 2; length <= MAX_JOINED; length++) {
    for (let start = index - length + 1; start <= index; start++) {
      if (start < 0 || start + length > words.length) continue;
      if (!take(words.slice(start, start + length).join(''))) continue;
      isMissing.fill(false, index, start + length);
      return true;
    }
  }
  return false;
}

/** "well-known" with its hyphen at the end of a line. */
function takeInTwo(word: string, pool: WordPool): boolean {
  for (let at = 1; at < word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if (pool.has(head) && pool.has(tail) && pool.take(head) && pool.take(tail)) return true;
  }
  return false;
}
