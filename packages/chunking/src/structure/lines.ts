import type { Block } from '@lectern/parsing';
import { headingTitle } from '../split/segments.ts';
import { type Mark, readMark } from './marks.ts';

/** A line of a document as one looks for its structure: a whole block, or a line of a paragraph. */
export type Line = {
  block: Block;
  /** Half-open range in the block's text, the line break left out. */
  from: number;
  to: number;
  /** With the block's marker where it is the first line. */
  text: string;
  /** Heading level of the reader, or of hashes at the head of the line. */
  level?: number;
  mark?: Mark;
};

/** Types that may hold numbered lines; the others are taken whole. */
const LINED = new Set<Block['type']>(['heading', 'paragraph', 'list_item', 'footnote']);
/** A longer heading without a number is text in bold, however it was read. */
const MAX_HEADING = 160;
/** Labels next to a paragraph that are set like headings. */
const ALERT =
  /^[\s!⚠]*(?:tip|note|notice|caution|warning|danger|important|attention|avertissement|mise en garde|remarque|conseil|astuce|警告|注意|危险|提示)[\s!:.]*$/iu;
/** A number is at the head of a line: no more of it is read. */
const LINE_HEAD = 240;

/** The lines of these blocks in reading order, each with the number at its head. */
export function listLines(blocks: readonly Block[]): Line[] {
  const hashes = countHashLines(blocks) >= 2;
  return blocks.flatMap((block) => {
    if (block.type === 'page_header' || block.type === 'page_footer') return [];
    if (!LINED.has(block.type)) return [{ block, from: 0, to: block.text.length, text: block.text }];
    if (block.type === 'heading') {
      const text = headingTitle(block);
      const line = withMark({ block, from: 0, to: block.text.length, text });
      if (ALERT.test(text)) return [line];
      return [line.mark || text.length <= MAX_HEADING ? { ...line, level: block.level ?? 1 } : line];
    }
    return listBlockLines(block).map((line) => withMark(hashes ? readHashes(line) : line));
  });
}

function listBlockLines(block: Block): Line[] {
  const lines: Line[] = [];
  let from = 0;
  for (const part of block.text.split('\n')) {
    const marker = from === 0 && block.marker && !part.startsWith(block.marker) ? `${block.marker} ` : '';
    if (part.trim() !== '' || block.text === '')
      lines.push({ block, from, to: from + part.length, text: marker + part.trim() });
    from += part.length + 1;
  }
  return lines;
}

function withMark(line: Line): Line {
  const mark = readMark(line.text.slice(0, LINE_HEAD));
  if (!mark) return line;
  const isCut = line.text.length > LINE_HEAD;
  return { ...line, mark: isCut ? { ...mark, rest: mark.rest + line.text.slice(LINE_HEAD) } : mark };
}

const HASHES = /^(#{1,6})\s+(?=\S)/;

function countHashLines(blocks: readonly Block[]): number {
  return blocks.reduce(
    (sum, { type, text }) => sum + (type === 'paragraph' ? (text.match(/^#{1,6}\s+\S/gm) ?? []).length : 0),
    0,
  );
}

function readHashes(line: Line): Line {
  const match = HASHES.exec(line.text);
  return match ? { ...line, text: line.text.slice(match[0].length), level: match[1]!.length } : line;
}

/** Longer lines are text rather than titles. */
const MAX_TITLE = 120;

/** Whether a text could be a title: short, and without the end of a sentence. */
export function isTitleLike(text: string): boolean {
  return text.length <= MAX_TITLE && !/[.;,:!。；，：！…]["»”]?$/u.test(text) && /[\p{L}\p{N}]/u.test(text);
}
