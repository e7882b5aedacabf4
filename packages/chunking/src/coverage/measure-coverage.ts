import type { DocumentCoverage, LeftOutReason } from '@lectern/contract';
import type { Block, ParsedDocument, SourceText } from '@lectern/parsing';
import type { ChunkResult } from '../chunk.ts';
import { findContents } from '../structure/contents.ts';
import { findMissing } from './find-missing.ts';
import { listWords, PagedWords } from './words.ts';

/** How much of a document is in its chunks. */
export type Coverage = DocumentCoverage & { words: number };
type LeftOut = Coverage['leftOut'][number];

/** Entries that are kept, and characters of each: a file can lack a hundred thousand different texts. */
const mostEntries = 200;
const longestText = 500;
/** Comparisons of a missing word with parts of others, per document: about a second. */
const mostComparisons = 20_000_000;

/** Compares the words of a document with those of its chunks. */
export function measureCoverage(document: ParsedDocument, { chunks }: ChunkResult): Coverage {
  const entries = new LeftOutEntries();
  const [kept, leftOut] = [new PagedWords(), new PagedWords()];
  for (const { page, pageEnd, text, questions, headingPath } of chunks)
    kept.add({ page, pageEnd }, [text, ...questions, ...headingPath]);
  const used = new Set(chunks.flatMap(({ blockIds }) => blockIds));
  const contents = new Set(findContents(document).flatMap(({ blocks }) => blocks));
  for (const block of document.blocks) {
    const reason = used.has(block.id) ? undefined : findReason(block, contents);
    if (reason === undefined) continue;
    leftOut.add({ page: block.page }, [block.text]);
    entries.add(reason, block.text, block.page, listWords(block.text).length);
  }
  const budget = { comparisons: mostComparisons };
  let words = 0;
  for (const { page, text } of document.source ?? listBlockTexts(document)) {
    const stored = listWords(text);
    words += stored.length;
    // What was left out of a page is taken from there first, and a chunk may be said to be on the page before or after.
    const near = [...new Set([...leftOut.near(page, 0), ...kept.near(page, 0), ...kept.near(page, 1)])];
    for (const missing of findMissing(stored, near, budget)) {
      // One word that the text beside it has too is found all the same: a caption that a table repeats.
      const isRepeated = missing.length === 1 && near.some((pool) => pool.knows(missing[0]!));
      if (!isRepeated && !isFormula(missing)) entries.add('missing', missing.join(' '), page, missing.length);
    }
  }
  return { words, ...entries.summarize() };
}

/** The same text on several pages is one entry, and so are all page numbers. */
class LeftOutEntries {
  readonly #entries = new Map<string, LeftOut>();

  add(reason: LeftOutReason, text: string, page: number | undefined, words: number): void {
    if (words === 0) return;
    const key = `${reason} ${reason === 'page_number' ? '' : text}`;
    const entry = this.#entries.get(key) ?? { reason, text: text.slice(0, longestText), pages: [], words: 0 };
    if (reason === 'page_number' && entry.words > 0) entry.text = `${entry.text.split(' … ')[0]} … ${text}`;
    if (page !== undefined && entry.pages.at(-1) !== page) entry.pages.push(page);
    entry.words += words;
    this.#entries.set(key, entry);
  }

  summarize(): Omit<Coverage, 'words'> {
    const entries = [...this.#entries.values()];
    const isMissing = ({ reason }: LeftOut) => reason === 'missing';
    return {
      leftOutWords: countWords(entries),
      missingWords: countWords(entries.filter(isMissing)),
      // What is missing comes first, then what is left out of the most places.
      leftOut: entries
        .toSorted((a, b) => Number(isMissing(b)) - Number(isMissing(a)) || b.words - a.words)
        .slice(0, mostEntries),
    };
  }
}

function countWords(entries: readonly LeftOut[]): number {
  return entries.reduce((sum, { words }) => sum + words, 0);
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
