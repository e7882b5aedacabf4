import { readdirSync } from 'node:fs';
import { documentText, type ParsedDocument, readDocument } from '@lectern/parsing';
import { hasRealDocuments, readRealDocument } from '@lectern/testing/real-documents';
import { readSampleDocument, type SampleDocument, sampleDocuments } from '@lectern/testing/sample-documents';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Chunk } from '../chunk.ts';
import { describeChunkMethods } from '../index.ts';
import { findContentsBlocks } from '../structure/contents.ts';
import { foldWords } from '../testing/build-document.ts';
import { type CountTokens, loadTokenCounter } from '../tokens.ts';
import { chunkMethods } from './index.ts';

const REAL_FILES = [
  's01-dpr-paper-2-columns.pdf',
  's03-plan-transport-actif-fr.pdf',
  's05-eu-retail-tables.pdf',
  's06-kyokuyo-tables-ja.pdf',
  's07-scan-zh.pdf',
  's10-korean-2-columns.pdf',
  's12-numbered-headings.docx',
  's13-rich-cells.docx',
  's14-slides.pptx',
  's15-sheets.xlsx',
  's18-mail.eml',
  's19-japanese.rtf',
  's20-headings.html',
];
// A page without text has no chunks.
const SAMPLES = sampleDocuments.filter((file) => file !== 'scan.pdf');
const FILES = [...SAMPLES, ...(hasRealDocuments ? REAL_FILES : [])];

const documents = new Map<string, ParsedDocument>();
let countTokens: CountTokens;

beforeAll(async () => {
  countTokens = await loadTokenCounter();
  for (const file of FILES) {
    const isSample = (SAMPLES as readonly string[]).includes(file);
    const input = isSample ? readSampleDocument(file as SampleDocument) : readRealDocument(file);
    documents.set(file, await readDocument(input));
  }
});

/** What every method promises about every chunk. */
function expectSound(document: ParsedDocument, chunks: Chunk[]): void {
  const text = documentText(document);
  const blocks = new Map(document.blocks.map((block) => [block.id, block]));
  const repeated = new Map<string, string>();
  const repeatedIn = (id: string) => {
    const block = blocks.get(id)!;
    const known = repeated.get(id) ?? [block.marker, block.table?.caption, ...repeatedTexts(block)].join(' ');
    repeated.set(id, known);
    return known;
  };
  // One assertion for a chunk: there are hundreds of thousands of them.
  const faults = chunks.flatMap((chunk, ordinal) => {
    const { start, end } = chunk.charRange;
    const inBounds = chunk.boxes.every(
      (box) =>
        box.x0 >= 0 &&
        box.y0 >= 0 &&
        box.x1 <= 1 &&
        box.y1 <= 1 &&
        box.page >= chunk.page! &&
        box.page <= (chunk.pageEnd ?? chunk.page!),
    );
    const types = chunk.blockIds.map((id) => blocks.get(id)!.type);
    const found = {
      ordinal: chunk.ordinal === ordinal,
      text: chunk.text.trim() !== '',
      tokens: chunk.tokens === countTokens(chunk.text),
      blocks: types.length > 0 && !types.includes('page_header') && !types.includes('page_footer'),
      range: Number.isInteger(start) && Number.isInteger(end) && start < end,
      boxes: inBounds && (chunk.boxes.length > 0 || blocks.get(chunk.blockIds[0]!)!.boxes.length === 0),
    };
    return Object.values(found).every(Boolean) ? [] : [{ chunk, found }];
  });
  expect(faults).toEqual([]);
  const foreign = chunks.flatMap((chunk) =>
    // The heading or question of what is cut stands again at the head of each part.
    findForeignWords(
      text,
      chunk,
      [...chunk.blockIds.map(repeatedIn), ...chunk.headingPath, ...chunk.questions].join(' '),
    ),
  );
  expect(foreign).toEqual([]);
}

/** Column names, titles and cells over several rows stand again in every part of a table. */
function repeatedTexts(block: ParsedDocument['blocks'][number]): string[] {
  const rows = block.table?.rows ?? [];
  return rows.flatMap((cells, row) =>
    cells.filter((cell) => row < 2 || cell.header || cell.rowspan).map((cell) => cell.text),
  );
}

/** Words of the chunk that are not in its character range, but for markers and repeated column names. */
function findForeignWords(text: string, chunk: Chunk, repeated: string): string[] {
  const known = new Set([
    ...foldWords(text.slice(chunk.charRange.start, chunk.charRange.end)),
    ...foldWords(repeated),
  ]);
  // A word cut by the token number, or tags of a table.
  const unknown = foldWords(chunk.text.replace(/<[^>]*>/g, ' ')).filter((word) => !known.has(word));
  if (unknown.length === 0) return [];
  const joined = [...known].join(' ');
  return unknown.filter((word) => !joined.includes(word));
}

type Block = ParsedDocument['blocks'][number];

type LeavesOut = (block: Block, said: ReadonlySet<string>, contents: ReadonlySet<Block>) => boolean;

const leavesOutContents: LeavesOut = (block, _said, contents) => contents.has(block);

/** What a method leaves out by its nature, or says elsewhere: given a block, the words of all its chunks, and contents pages. */
const leavesOut: Record<string, LeavesOut> = {
  book: leavesOutContents,
  laws: leavesOutContents,
  manual: leavesOutContents,
  paper: leavesOutContents,
  // Page numbers, labels of axes and other lines of a few characters.
  presentation: (block) => block.text.trim().length <= 6,
  // Names of sheets are in the path; those of columns say what is asked.
  qa: (block, said) =>
    ['heading', 'table'].includes(block.type) && foldWords(block.text).every((word) => said.has(word)),
  // Names of sheets, tables and columns are in the path and the text of each row.
  table: (block, said) =>
    ['heading', 'caption', 'paragraph', 'table'].includes(block.type) &&
    foldWords(block.text).every((word) => said.has(word)),
};

/** All text but running heads, and what the method leaves out, lies in the range of some chunk. */
function expectCovered(document: ParsedDocument, chunks: Chunk[], isLeftOut?: LeavesOut): void {
  const said = new Set(chunks.flatMap((chunk) => foldWords(`${chunk.text} ${chunk.headingPath.join(' ')}`)));
  const contents = findContentsBlocks(document);
  const text = documentText(document);
  const covered = new Uint8Array(text.length);
  for (const { charRange } of chunks) covered.fill(1, charRange.start, charRange.end);
  for (const block of document.blocks) {
    if (block.type === 'page_header' || block.type === 'page_footer' || isLeftOut?.(block, said, contents))
      continue;
    for (let i = block.charRange.start; i < block.charRange.end; i++) {
      if (!covered[i] && /[\p{L}\p{N}]/u.test(text[i]!)) {
        throw new Error(`not covered: ${JSON.stringify(text.slice(i, i + 60))} in ${block.type}`);
      }
    }
  }
}

describe.each(chunkMethods.map((method) => [method.id, method] as const))('%s', (id, method) => {
  it.each(FILES)('cuts %s soundly and completely', async (file) => {
    const document = documents.get(file)!;
    const { chunks } = await method.chunk(document, {});
    expect(chunks.length).toBeGreaterThan(0);
    expectSound(document, chunks);
    expectCovered(document, chunks, leavesOut[id]);
    expect((await method.chunk(document, {})).chunks).toEqual(chunks);
  });

  it('gives no chunk for a document without text', async () => {
    const empty = { ...documents.get(FILES[0]!)!, blocks: [], outline: [] };
    expect((await method.chunk(empty, {})).chunks).toEqual([]);
  });

  it('describes every option of its schema', () => {
    const described = describeChunkMethods('en').find((candidate) => candidate.id === id)!;
    expect(described.options.map(({ name }) => name)).toEqual(Object.keys(method.options.shape));
    const defaults = method.options.parse({});
    for (const option of described.options) expect(option.default).toEqual(defaults[option.name]);
  });

  it('refuses wrong options', async () => {
    const document = documents.get(FILES[0]!)!;
    const [name] = Object.keys(method.options.shape);
    await expect(method.chunk(document, { [name!]: { wrong: true } })).rejects.toBeInstanceOf(z.ZodError);
  });
});

describe('naive on whole documents', () => {
  const naive = chunkMethods.find(({ id }) => id === 'naive')!;

  it.each([
    { chunkTokenNumber: 32 },
    { chunkTokenNumber: 128, chunkOverlap: 30 },
    { chunkTokenNumber: 200, delimiter: '' },
    { chunkTokenNumber: 256, groupByPage: true, excelToHtml: true },
    { chunkTokenNumber: 7, delimiter: '。' },
    { chunkTokenNumber: 2048, chunkOverlap: 1024 },
  ])('never exceeds the token number and loses nothing with %o', async (options) => {
    for (const file of FILES) {
      const document = documents.get(file)!;
      const { chunks } = await naive.chunk(document, options);
      expectSound(document, chunks);
      expectCovered(document, chunks);
      expect(chunks.filter(({ tokens }) => tokens > options.chunkTokenNumber)).toEqual([]);
      if (options.groupByPage) for (const chunk of chunks) expect(chunk.pageEnd, file).toBeUndefined();
    }
  });
});

describe.each(['book', 'laws', 'manual', 'paper'])('%s on whole documents', (id) => {
  const method = chunkMethods.find((candidate) => candidate.id === id)!;

  it.each([
    { chunkTokenNumber: 24 },
    { chunkTokenNumber: 128, chunkOverlap: 30 },
    { chunkTokenNumber: 256, groupByPage: true },
    { chunkTokenNumber: 2048, chunkOverlap: 1024 },
  ])('never exceeds the token number and loses nothing with %o', async (options) => {
    for (const file of FILES) {
      const document = documents.get(file)!;
      const { chunks } = await method.chunk(document, options);
      expectSound(document, chunks);
      expectCovered(document, chunks, leavesOut[id]);
      expect(chunks.filter(({ tokens }) => tokens > options.chunkTokenNumber)).toEqual([]);
      if (options.groupByPage) for (const chunk of chunks) expect(chunk.pageEnd, file).toBeUndefined();
    }
  });
});

describe.each(['presentation', 'qa', 'resume', 'table', 'picture', 'email', 'audio'])(
  '%s on whole documents',
  (id) => {
    const method = chunkMethods.find((candidate) => candidate.id === id)!;

    it.each([{ chunkTokenNumber: 64 }, { chunkTokenNumber: 200 }])(
      'never exceeds the token number and loses nothing with %o',
      async (options) => {
        for (const file of FILES) {
          const document = documents.get(file)!;
          const { chunks } = await method.chunk(document, options);
          expectSound(document, chunks);
          expectCovered(document, chunks, leavesOut[id]);
          for (const chunk of chunks)
            expect(chunk.tokens, chunk.text).toBeLessThanOrEqual(options.chunkTokenNumber);
        }
      },
    );
  },
);

it('lists every method file', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => /^\w+\.ts$/.test(name) && name !== 'index.ts',
  );
  expect(files.map((name) => name.slice(0, -3)).sort()).toEqual(chunkMethods.map(({ id }) => id).sort());
});
