import type { Block, ParsedDocument } from '@lectern/parsing';
import { buildChunk } from '../build-chunk.ts';
import type { Chunk } from '../chunk.ts';
import { loadTokenCounter } from '../tokens.ts';
import { findContents } from './contents.ts';
import { readMark } from './marks.ts';

/** A line of the map: a title of the document and where it stands. */
type MapLine = { block: Block; text: string; depth: number };

const DEEPEST = 6;

/**
 * The document's own table of contents as at most `count` chunks of kind `contents` and at most `budget` tokens each:
 * as its pages have it, else made of its headings. Where all of it does not fit, the deepest titles are left out first.
 * Their ordinals count from 0. Empty: the document has neither, or only one heading.
 */
export async function cutContents(
  document: ParsedDocument,
  { count, budget }: { count: number; budget: number },
): Promise<Chunk[]> {
  if (count < 1) return [];
  const countTokens = await loadTokenCounter();
  const lines = listContentsLines(document);
  if (lines.length < 2) return [];
  for (let depth = DEEPEST; ; depth--) {
    const kept = lines.filter((line) => line.depth <= depth);
    const parts = packLines(kept, budget, countTokens);
    if (parts.length <= count || depth === 1)
      return parts.slice(0, count).map((part, ordinal) => buildContentsChunk(part, ordinal, countTokens));
  }
}

function listContentsLines(document: ParsedDocument): MapLine[] {
  const written = findContents(document).flatMap(({ entries }) =>
    entries.map(({ block, title, page }) => makeLine(block, title, page, depthOfNumber(title))),
  );
  if (written.length > 0) return written;
  const blocks = new Map(document.blocks.map((block) => [block.id, block]));
  return document.outline.flatMap(({ title, level, page, blockId }) => {
    const block = blockId === undefined ? undefined : blocks.get(blockId);
    const text = title.replace(/\s+/g, ' ').trim();
    return block && text !== '' ? [makeLine(block, text, page, Math.min(level, DEEPEST))] : [];
  });
}

function makeLine(block: Block, title: string, page: string | number | undefined, depth: number): MapLine {
  return {
    block,
    depth,
    text: `${'  '.repeat(depth - 1)}- ${title}${page === undefined ? '' : ` … ${page}`}`,
  };
}

function depthOfNumber(title: string): number {
  const mark = readMark(title);
  return mark?.kind.startsWith('decimal') ? Math.min(mark.number.length, DEEPEST) : 1;
}

function packLines(
  lines: readonly MapLine[],
  budget: number,
  countTokens: (text: string) => number,
): MapLine[][] {
  const parts: MapLine[][] = [];
  let tokens = 0;
  for (const line of lines) {
    const cost = countTokens(line.text) + 1;
    if (cost > budget) continue;
    if (parts.length === 0 || tokens + cost > budget) {
      parts.push([]);
      tokens = 0;
    }
    parts.at(-1)!.push(line);
    tokens += cost;
  }
  return parts;
}

function buildContentsChunk(
  lines: readonly MapLine[],
  ordinal: number,
  countTokens: (text: string) => number,
): Chunk {
  const text = lines.map((line) => line.text).join('\n');
  const units = [...new Set(lines.map(({ block }) => block))].map((block) => ({
    block,
    from: 0,
    to: block.text.length,
    prefix: '',
    tokens: 0,
    cutBefore: 0,
    startsChunk: false,
    headingPath: [],
    ...(block.page === undefined ? {} : { page: block.page }),
  }));
  const chunk = buildChunk({ units, ownUnits: units, ordinal, text, tokens: countTokens(text) });
  return { ...chunk, kind: 'contents' };
}
