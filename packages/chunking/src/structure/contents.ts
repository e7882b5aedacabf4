import type { Block, ParsedDocument } from '@lectern/parsing';
import { headingTitle } from '../split/segments.ts';
import { readRoman } from './numerals.ts';

/** A line of a table of contents. */
export type ContentsEntry = { block: Block; title: string; page?: string };

/** A table of contents, or a list of tables or figures, as written in a document. */
export type ContentsPart = {
  /** Its own heading, where it has one. */
  heading?: Block;
  /** All of its blocks in reading order, the heading included. */
  blocks: Block[];
  entries: ContentsEntry[];
};

const CONTENTS_TITLE =
  /^(?:table (?:des|of) (?:matières|contents?)|contents?|sommaire|table analytique|liste? (?:des|of) (?:tableaux|figures|illustrations|annexes|tables|appendices|schedules)|index des articles|inhalt(?:sverzeichnis)?|índice|目\s*[录錄次]|차\s*례|목\s*차)\s*:?$/iu;
/** "Title … 12", "Title ..... 12", "Title<tab>12": what ends a line of contents, an Arabic or Roman page. */
const LEADER =
  /\s*(?:…|\.{3,}|(?:\.\s){2,}\.?|·{3,}|_{3,}|\t|-{4,})[\s.…·]*(?<page>\d{1,4}|[ivxlc]{1,7})?\s*$/iu;
const TRAILING_PAGE = /\s+(?<page>\d{1,4})$/u;
/** Without a heading, so many lines with leaders in a row are contents. */
const MIN_RUN = 5;
/** Share of entries whose page is that of the one before or a later one. */
const MIN_ASCENDING = 0.75;
/** Without a heading, contents are in this first share of the document. */
const FRONT_SHARE = 0.3;
/** Lines in between that are no entries: long titles over two lines, names of parts. */
const MAX_GAP = 2;
/** An entry is no longer than this, in characters. */
const MAX_ENTRY = 220;

/**
 * Finds the tables of contents of a document: runs of entries below a title that says so, or of lines with leaders
 * near the beginning. An entry ends in a leader or a page, or names a heading that comes later.
 */
export function findContents(document: Pick<ParsedDocument, 'blocks'>): ContentsPart[] {
  const blocks = document.blocks.filter(({ type }) => type !== 'page_header' && type !== 'page_footer');
  const laterHeadings = countHeadings(blocks);
  const parts: ContentsPart[] = [];
  let index = 0;
  while (index < blocks.length) {
    const { end, part } = readRun(blocks, index, laterHeadings);
    for (const block of blocks.slice(index, end)) {
      if (block.type === 'heading') forget(laterHeadings, fold(headingTitle(block)));
    }
    if (part) parts.push(part);
    index = end;
  }
  return parts;
}

/** Blocks to leave out of the text as contents: none where they are most of the document, as in a list of prices. */
export function findContentsBlocks(document: Pick<ParsedDocument, 'blocks' | 'isComplete'>): Set<Block> {
  if (document.isComplete) return new Set();
  const contents = findContents(document).flatMap(({ blocks }) => blocks);
  const lengthOf = (blocks: readonly Block[]) => blocks.reduce((sum, { text }) => sum + text.length, 0);
  return new Set(lengthOf(contents) * 2 <= lengthOf(document.blocks) ? contents : []);
}

/** Reads the run that begins at a block. `end`: where to look on, whether it was contents or not. */
function readRun(
  blocks: readonly Block[],
  from: number,
  laterHeadings: ReadonlyMap<string, number>,
): { end: number; part?: ContentsPart } {
  const first = blocks[from]!;
  const isTitled = CONTENTS_TITLE.test(first.text.trim()) && first.type !== 'table';
  const entries: ContentsEntry[] = [];
  let end = from + (isTitled ? 1 : 0);
  let gap = 0;
  for (let at = end; at < blocks.length && gap <= MAX_GAP; at++) {
    const block = blocks[at]!;
    const found = readEntries(block, isTitled ? laterHeadings : undefined);
    if (found.length > 0) {
      entries.push(...found);
      end = at + 1;
      gap = 0;
      continue;
    }
    // A heading begins the text, unless it is that of the next list; without a title nothing may be in between.
    if (!isTitled || !isBetweenEntries(block)) break;
    gap++;
  }
  if (!areContents(entries, isTitled ? 'titled' : from < blocks.length * FRONT_SHARE ? 'front' : 'inside'))
    return { end: isTitled ? from + 1 : Math.max(end, from + 1) };
  return { end, part: { ...(isTitled ? { heading: first } : {}), blocks: blocks.slice(from, end), entries } };
}

/** An alphabetical index has leaders as well, but it is at the end and its pages do not go up. */
function areContents(entries: readonly ContentsEntry[], place: 'titled' | 'front' | 'inside'): boolean {
  if (place === 'inside' || entries.length < (place === 'titled' ? 2 : MIN_RUN)) return false;
  const pages = entries.flatMap(({ page }) =>
    page === undefined ? [] : [Number(page) || (readRoman(page) ?? 0)],
  );
  const steps = pages.slice(1).filter((page, index) => page >= pages[index]!).length;
  return steps >= (pages.length - 1) * MIN_ASCENDING;
}

function isBetweenEntries({ type, text }: Block): boolean {
  return (
    (type === 'paragraph' || type === 'list_item') && text.length <= MAX_ENTRY && !/[.;:]$/.test(text.trim())
  );
}

/** The entries of a block, where all of its lines are such. `laterHeadings` is given below a title of contents. */
function readEntries(block: Block, laterHeadings: ReadonlyMap<string, number> | undefined): ContentsEntry[] {
  if (block.type === 'table') return laterHeadings ? readTableEntries(block) : [];
  if (!['paragraph', 'list_item', 'heading', 'code'].includes(block.type)) return [];
  const lines = block.text.split('\n').filter((line) => line.trim() !== '');
  const entries = lines.flatMap((line, index) => {
    const text =
      index === 0 && block.marker && !line.startsWith(block.marker) ? `${block.marker} ${line}` : line;
    return readEntry(block, text.trim(), laterHeadings) ?? [];
  });
  if (block.type === 'heading' && entries.every(({ page }) => page === undefined)) return [];
  return entries.length * 2 > lines.length ? entries : [];
}

function readEntry(
  block: Block,
  text: string,
  laterHeadings: ReadonlyMap<string, number> | undefined,
): ContentsEntry | undefined {
  if (text.length > MAX_ENTRY) return undefined;
  if (laterHeadings?.get(fold(text))) return { block, title: text };
  const leader = LEADER.exec(text);
  const trailing = leader ?? (laterHeadings ? TRAILING_PAGE.exec(text) : null);
  const title = trailing ? text.slice(0, trailing.index).trim() : text;
  if (!/\p{L}/u.test(title)) return undefined;
  const page = trailing?.groups?.page;
  if (leader && (page !== undefined || laterHeadings)) return { block, title, ...(page ? { page } : {}) };
  return trailing ? { block, title, page: page! } : undefined;
}

/** Titles and pages that were read as a table of two or more columns. */
function readTableEntries(block: Block): ContentsEntry[] {
  const rows = block.table!.rows.map((cells) =>
    cells.map(({ text }) => text.trim()).filter((text) => text !== ''),
  );
  const entries = rows.flatMap((cells) => {
    const page = cells.at(-1) ?? '';
    const title = cells.slice(0, -1).join(' ').replace(LEADER, '');
    return /^\d{1,4}$/.test(page) && /\p{L}/u.test(title) ? [{ block, title, page }] : [];
  });
  return entries.length >= rows.length * 0.6 ? entries : [];
}

function countHeadings(blocks: readonly Block[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const block of blocks) {
    if (block.type !== 'heading') continue;
    const title = fold(headingTitle(block));
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  return counts;
}

function forget(counts: Map<string, number>, title: string): void {
  const count = counts.get(title) ?? 0;
  if (count > 1) counts.set(title, count - 1);
  else counts.delete(title);
}

/** Letters and digits in small, so that spaces and dots between number and title do not matter. */
function fold(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join('');
}
