import type { Block, ParsedDocument } from '@lectern/parsing';
import type { Segment } from '../split/segments.ts';
import { isTitleLike, type Line, listLines } from './lines.ts';
import { type MarkKind, namedKinds } from './marks.ts';
import { detectNumbering, type NumberingOptions } from './numbering.ts';
import { rankHeadings } from './ranks.ts';

/** A heading with all that is below it. The root has no title. */
export type Section = {
  /** As paths show it: "Article 12 – Animals"; of a numbered paragraph the number alone. */
  title: string;
  /** The smaller, the further out; compared only within a document. */
  rank: number;
  /** What its number calls it. */
  kind?: MarkKind;
  /** The lines that make its title. Empty for the root, and where the title is part of the first segment of the body. */
  titles: Segment[];
  /** What is between its title and its first subsection. */
  body: Segment[];
  children: Section[];
};

/** The sections of a document, and what the reader of a law would call a provision. */
export type Structure = { root: Section; provision?: MarkKind };

export type ReadStructureOptions = NumberingOptions & {
  /** Blocks that are left out, such as contents pages. */
  without?: ReadonlySet<Block>;
};

/** Formats whose heading levels are guessed from single lines. */
const GUESSED_LEVELS = new Set(['text', 'eml']);

/**
 * Reads the sections of a document from the headings that its reader found and from numbered lines. Every character of
 * every block but page headers and footers and those left out is in exactly one segment.
 */
export function readStructure(document: ParsedDocument, options: ReadStructureOptions): Structure {
  const blocks = document.blocks.filter((block) => !options.without?.has(block));
  const lines = listLines(blocks);
  const numbering = detectNumbering(lines, options);
  const rankOf = rankHeadings(lines, numbering, { levelsAreGuesses: GUESSED_LEVELS.has(document.format) });
  const root: Section = { title: '', rank: Number.NEGATIVE_INFINITY, titles: [], body: [], children: [] };
  const open = [root];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index]!;
    const rank = rankOf(line);
    if (rank === undefined) {
      addLine(open.at(-1)!.body, line, pathOf(open), false);
      index++;
      continue;
    }
    while (open.length > 1 && open.at(-1)!.rank >= rank) open.pop();
    const kind = numbering.marked.has(line) ? line.mark!.kind : undefined;
    const isTitle = line.level !== undefined || isTitleLike(line.mark!.rest) || line.mark!.rest === '';
    const second = kind && line.mark!.rest === '' ? findSecondLine(lines, index, rankOf) : undefined;
    const title = clipTitle(isTitle ? joinTitle(line.text, second?.text) : line.mark!.label);
    const section: Section = { title, rank, ...(kind ? { kind } : {}), titles: [], body: [], children: [] };
    open.at(-1)!.children.push(section);
    open.push(section);
    const path = pathOf(open);
    addLine(isTitle ? section.titles : section.body, line, path, isTitle);
    if (second) addLine(section.titles, second, path, true);
    index += second ? 2 : 1;
  }
  return { root, ...(numbering.provision ? { provision: numbering.provision } : {}) };
}

function pathOf(open: readonly Section[]): string[] {
  return open.map(({ title }) => title).filter((title) => title !== '');
}

/** Lines of one block that follow each other in the same place become one segment. */
function addLine(
  segments: Segment[],
  { block, from, to }: Line,
  headingPath: string[],
  isTitle: boolean,
): void {
  const last = segments.at(-1);
  if (last?.block === block && last.isTitle === isTitle) last.to = to;
  else segments.push({ block, from, to, isTitle, headingPath });
}

/** The line below a bare "CHAPTER I" that says what the chapter is about. */
function findSecondLine(
  lines: readonly Line[],
  index: number,
  rankOf: (line: Line) => number | undefined,
): Line | undefined {
  const [line, second, third] = lines.slice(index, index + 3);
  if (!line || !second || second.block.table || second.block.image || !isTitleLike(second.text))
    return undefined;
  if (second.mark && rankOf(second) !== undefined) return undefined;
  if (second.level !== undefined)
    return line.level === undefined || namedKinds.has(line.mark!.kind) ? second : undefined;
  const isRunningLine =
    second.block.type === 'paragraph' || (second.block.type === 'list_item' && second.from > 0);
  if (!isRunningLine || !/^[\p{Lu}\p{Lo}\p{N}«“"]/u.test(second.text)) return undefined;
  // An article whose text is one short line has no title; neither has a line that leads into a list.
  const isLast =
    third === undefined || (rankOf(third) !== undefined && (rankOf(third) ?? 0) <= (rankOf(line) ?? 0));
  return isLast ? undefined : second;
}

function joinTitle(first: string, second: string | undefined): string {
  return second === undefined ? first : `${first.replace(/[\s.:–—-]+$/u, '')} – ${second}`;
}

const MAX_TITLE = 200;

function clipTitle(title: string): string {
  const flat = title.replace(/\s+/g, ' ').trim();
  return flat.length <= MAX_TITLE ? flat : `${flat.slice(0, MAX_TITLE - 1).trimEnd()}…`;
}

/** All segments of a section in reading order. */
export function listSectionSegments(section: Section): Segment[] {
  return [...section.titles, ...section.body, ...section.children.flatMap(listSectionSegments)];
}
