import type { OutlineEntry, ParsedDocument } from '@lectern/parsing';
import type { Chunk } from './chunk.ts';
import type { CountTokens } from './tokens.ts';

const MIN_ENTRIES = 3;

/**
 * A document's own map: its outline as an indented list, in at most `count` chunks of at most `budget`
 * tokens. Deeper levels are left out first when it does not fit; empty for a document without outline.
 */
export function buildTableOfContents(
  document: ParsedDocument,
  options: { count: number; budget: number; countTokens: CountTokens },
): Omit<Chunk, 'ordinal'>[] {
  if (options.count === 0 || document.outline.length < MIN_ENTRIES) return [];
  for (let depth = 6; depth >= 1; depth--) {
    const pages = packLines(
      document.outline.filter((entry) => entry.level <= depth),
      options,
    );
    if (pages.length <= options.count || depth === 1) {
      return pages
        .slice(0, options.count)
        .map((page) => createTableChunk(document, page, options.countTokens));
    }
  }
  return [];
}

type Page = { text: string; entries: OutlineEntry[] };

function packLines(
  entries: readonly OutlineEntry[],
  options: { budget: number; countTokens: CountTokens },
): Page[] {
  const pages: Page[] = [];
  let left = 0;
  for (const entry of entries) {
    const line = writeEntry(entry);
    const cost = options.countTokens(line) + 1;
    if (cost > options.budget) continue;
    const page = pages.at(-1);
    if (page && cost <= left) {
      page.text += `\n${line}`;
      page.entries.push(entry);
      left -= cost;
    } else {
      pages.push({ text: line, entries: [entry] });
      left = options.budget - cost;
    }
  }
  return pages;
}

function writeEntry(entry: OutlineEntry): string {
  const page = entry.page === undefined ? '' : ` (${entry.page})`;
  return `${'  '.repeat(Math.max(entry.level - 1, 0))}- ${entry.title.replace(/\s+/g, ' ').trim()}${page}`;
}

function createTableChunk(
  document: ParsedDocument,
  page: Page,
  countTokens: CountTokens,
): Omit<Chunk, 'ordinal'> {
  const blocks = new Map(document.blocks.map((block) => [block.id, block]));
  const headings = page.entries.flatMap((entry) => blocks.get(entry.blockId ?? '') ?? []);
  const pages = page.entries.flatMap((entry) => entry.page ?? []);
  return {
    text: page.text,
    headingPath: [],
    ...(pages.length > 0 ? { page: Math.min(...pages), pageEnd: Math.max(...pages) } : {}),
    boxes: [],
    charRange: { start: headings[0]?.charRange.start ?? 0, end: headings.at(-1)?.charRange.end ?? 0 },
    blockIds: headings.map((block) => block.id),
    tokens: countTokens(page.text),
    keywords: [],
    kind: 'text',
    role: 'table_of_contents',
  };
}
