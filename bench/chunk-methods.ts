import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  type Chunk,
  type ChunkMethod,
  chunkMethods,
  loadTokenCounter,
} from '../packages/chunking/src/index.ts';
import { createTableWriter } from '../packages/chunking/src/render/table-text.ts';
import { headingTitle } from '../packages/chunking/src/split/segments.ts';
import { findContentsBlocks } from '../packages/chunking/src/structure/contents.ts';
import { type Block, type ParsedDocument, readDocument } from '../packages/parsing/src/index.ts';
import { keepResult, printTable, round } from './support/report.ts';

/**
 * How each chunk method cuts each real document that it accepts, with default options:
 * - expected headings that head a chunk or are in its path, and the same of all headings that the reader found;
 * - tables cut although they fit the token number, and parts of tables in a chunk without their caption;
 * - headings at the end of a chunk whose text is in the next one;
 * - words in no chunk of their block. Contents pages do not count where a method leaves them out.
 *   node bench/chunk-methods.ts [method …]
 */
type Expectation = { file: string; must_have_headings: string[] };
type Figures = {
  chunks: number;
  meanTokens: number;
  overBudget: number;
  expectedHeadings: number;
  foundExpected: number;
  headings: number;
  foundHeadings: number;
  tables: number;
  tablesCut: number;
  captionsTorn: number;
  headingsAlone: number;
  wordsLost: number;
  milliseconds: number;
};

const folder = resolve(import.meta.dirname, '../../shared/documents');
const { documents } = JSON.parse(readFileSync(join(folder, 'expectations.json'), 'utf8')) as {
  documents: Expectation[];
};
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const methods = chunkMethods.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const leavesContentsOut = new Set(['book', 'laws', 'manual', 'paper']);
const countTokens = await loadTokenCounter();
const results: Record<string, Record<string, Figures>> = {};

for (const expectation of documents) {
  const { file } = expectation;
  const document = await readDocument({ name: file, bytes: readFileSync(join(folder, file)) }).catch(
    () => undefined,
  );
  if (!document) continue;
  for (const method of methods) {
    if (method.accepts.length > 0 && !method.accepts.includes(document.format)) continue;
    results[method.id] ??= {};
    results[method.id]![file] = await measure(method, document, expectation);
  }
}

if (wanted.length === 0) keepResult('chunk-methods', { results });
const share = (found: number, all: number) => (all === 0 ? '' : `${found}/${all}`);
for (const [id, files] of Object.entries(results)) {
  console.log(`\n${id}`);
  printTable(
    [
      'document',
      'chunks',
      'tokens',
      'expected',
      'headings',
      'cut tables',
      'torn captions',
      'alone',
      'lost',
      'ms',
    ],
    Object.entries(files).map(([file, figures]) => [
      file,
      figures.chunks,
      figures.meanTokens,
      share(figures.foundExpected, figures.expectedHeadings),
      share(figures.foundHeadings, figures.headings),
      share(figures.tablesCut, figures.tables),
      figures.captionsTorn,
      figures.headingsAlone,
      figures.wordsLost,
      figures.milliseconds,
    ]),
  );
}

async function measure(
  method: ChunkMethod,
  document: ParsedDocument,
  { must_have_headings: expected }: Expectation,
): Promise<Figures> {
  const begin = performance.now();
  const { chunks } = await method.chunk(document, {});
  const milliseconds = round(performance.now() - begin, 0);
  const contents = leavesContentsOut.has(method.id) ? findContentsBlocks(document) : new Set<Block>();
  const blocks = document.blocks.filter((block) => !block.type.startsWith('page_') && !contents.has(block));
  const headings = blocks.filter(({ type }) => type === 'heading').map(headingTitle);
  const budget = (method.options.parse({}) as { chunkTokenNumber?: number }).chunkTokenNumber;
  const titles = listTitles(chunks);
  const isFound = (heading: string) => titles.some((title) => title.includes(fold(heading)));
  const tables = blocks.filter(({ table }) => table !== undefined);
  return {
    chunks: chunks.length,
    meanTokens: round(chunks.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(chunks.length, 1), 0),
    overBudget: budget === undefined ? 0 : chunks.filter(({ tokens }) => tokens > budget).length,
    expectedHeadings: expected.length,
    foundExpected: expected.filter(isFound).length,
    headings: headings.length,
    foundHeadings: headings.filter(isFound).length,
    tables: tables.length,
    tablesCut: tables.filter((table) => isCut(table, chunks, budget)).length,
    captionsTorn: tables.filter((table) => isTorn(table, chunks)).length,
    headingsAlone: chunks.filter((chunk) => endsInHeading(chunk, blocks)).length,
    wordsLost: blocks.reduce((sum, block) => sum + countLost(block, chunks), 0),
    milliseconds,
  };
}

/** The titles in the paths of chunks, and the first lines of their texts. */
function listTitles(chunks: readonly Chunk[]): string[] {
  const titles = chunks.flatMap(({ text, headingPath }) => [...headingPath, text.split('\n')[0] ?? '']);
  return [...new Set(titles.map(fold))];
}

function isCut(block: Block, chunks: readonly Chunk[], budget = Number.POSITIVE_INFINITY): boolean {
  const parts = chunks.filter(({ blockIds }) => blockIds.includes(block.id));
  if (parts.length < 2) return false;
  const writer = createTableWriter(block.table!, 'markdown');
  return countTokens(writer.write(0, writer.rowCount)) <= budget;
}

function isTorn(block: Block, chunks: readonly Chunk[]): boolean {
  const caption = fold(block.table!.caption ?? '');
  const parts = chunks.filter(({ blockIds }) => blockIds.includes(block.id));
  return parts.some(({ text, headingPath }) => !fold(`${headingPath.join(' ')} ${text}`).includes(caption));
}

function endsInHeading({ blockIds }: Chunk, blocks: readonly Block[]): boolean {
  const last = blocks.findIndex(({ id }) => id === blockIds.at(-1));
  const next = blocks[last + 1];
  return blocks[last]?.type === 'heading' && next !== undefined && next.type !== 'heading';
}

function countLost(block: Block, chunks: readonly Chunk[]): number {
  const kept = chunks
    .filter(({ blockIds }) => blockIds.includes(block.id))
    .map(({ text, headingPath }) => `${text} ${headingPath.join(' ')}`)
    .join(' ');
  const known = new Set(listWords(kept));
  const joined = fold(kept);
  return listWords(block.text).filter((word) => !known.has(word) && !joined.includes(word)).length;
}

function listWords(text: string): string[] {
  return text.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** As in expectations: Unicode NFKC, quotes and dashes alike, white space removed. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[\s#*]+/g, '');
}
