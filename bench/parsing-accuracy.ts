import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findRecognitionEngine, openRecogniser } from '@lectern/adapters';
import { getChunkMethod, measureCoverage } from '@lectern/chunking';
import {
  documentText,
  listPagesToRecognise,
  type ParsedDocument,
  type RecognisedPage,
  readDocument,
  recognisePages,
} from '@lectern/parsing';
import { fold } from './accuracy/corpus.ts';
import { type RecognitionScore, scoreRecognition } from './accuracy/recognition-figures.ts';
import { scoreCorpus } from './accuracy/score-corpus.ts';
import { keepResult, printTable, round } from './support/report.ts';

/**
 * What the readers find of what must be found in the shared documents, and how much of the text of pages with a text
 * layer each recogniser finds on their pictures. With a folder of the documents that bench/accuracy/documents.json
 * lists: false and missed tables, wrong cells, headings, order and words in them. The files are found by their
 * SHA-256, whatever their names.
 *   npm run bench:accuracy -- --documents <folder>
 */
type Expectation = {
  file: string;
  must_contain: string[];
  must_contain_after_ocr?: string[];
  must_have_headings: string[];
  table_cells: string[];
  pages: number | null;
  min_tables?: number;
};

type Share = { found: number; of: number };

type Row = {
  phrases: Share;
  headings: Share;
  /** Of the headings found in a file with an outline, those that its outline names. */
  outlined: Share;
  /** Of the outline's entries, those found as headings. */
  entries: Share;
  cells: Share;
  tables: number;
  pages: string;
  words: number;
  /** Share of the words that are left out of the chunks with a reason. */
  leftOut: number;
  /** Words in no chunk without a reason. */
  missing: number;
};

const { values } = parseArgs({ options: { documents: { type: 'string' } } });
const folder = join(import.meta.dirname, '../../shared/documents');
const { documents } = JSON.parse(await readFile(join(folder, 'expectations.json'), 'utf8')) as {
  documents: Expectation[];
};
const engine = await findRecognitionEngine({ tesseract: process.env.LECTERN_TESSERACT || undefined });

const rows: Record<string, Row> = {};
for (const expected of documents) rows[expected.file] = await score(expected);
const total = (field: 'phrases' | 'headings' | 'outlined' | 'entries' | 'cells') =>
  Object.values(rows).reduce(
    (sum, row) => ({ found: sum.found + row[field].found, of: sum.of + row[field].of }),
    { found: 0, of: 0 },
  );
const show = ({ found, of }: Share) => (of === 0 ? '' : `${found}/${of}`);
printTable(
  [
    ...['document', 'phrases', 'headings', 'in outline', 'of outline', 'cells', 'tables', 'pages'],
    ...['words', 'left out', 'missing'],
  ],
  [
    ...Object.entries(rows).map(([file, row]) => [
      file,
      show(row.phrases),
      show(row.headings),
      show(row.outlined),
      show(row.entries),
      show(row.cells),
      row.tables,
      row.pages,
      row.words,
      row.leftOut,
      row.missing,
    ]),
    [
      'all',
      show(total('phrases')),
      show(total('headings')),
      show(total('outlined')),
      show(total('entries')),
      show(total('cells')),
      '',
      '',
      Object.values(rows).reduce((sum, { words }) => sum + words, 0),
      '',
      Object.values(rows).reduce((sum, { missing }) => sum + missing, 0),
    ],
  ],
);

const engines = {
  program: engine?.kind === 'program' ? engine : undefined,
  'engine that comes with the product': await findRecognitionEngine({ tesseract: '/no/program' }),
};
const recognition: RecognitionScore[] = [];
for (const [name, each] of Object.entries(engines)) {
  if (each === undefined) console.log(`Not installed: ${name}. Nothing was recognised with it.`);
  else recognition.push(...(await scoreRecognition(each, name, folder)));
}
printTable(
  ['recognised page', 'by', 'language', 'wrong words', 'seconds'],
  recognition.map(({ page, by, language, wrong, seconds }) => [
    page,
    by,
    language,
    round(wrong, 3),
    round(seconds, 1),
  ]),
);
const corpus = values.documents === undefined ? undefined : await scoreCorpus(values.documents);
keepResult('parsing-accuracy', { documents: rows, recognition, ...(corpus ? { corpus } : {}) });

async function score(expected: Expectation): Promise<Row> {
  const input = { name: expected.file, bytes: await readFile(join(folder, expected.file)) };
  const document = await readDocument(input, { recognised: await recognise(input) });
  const text = fold(textOf(document));
  const phrases = [...expected.must_contain, ...(engine ? (expected.must_contain_after_ocr ?? []) : [])];
  const headings = document.blocks.filter((block) => block.type === 'heading');
  // A heading's number may be part of its text, or computed next to it, or not asked for.
  const titles = new Set(
    headings.flatMap(({ text, marker }) => [
      fold(text),
      fold(`${marker ?? ''}${text}`),
      fold(text).replace(/^[\d.]+/, ''),
    ]),
  );
  const cells = new Set(
    document.blocks
      .flatMap((block) => block.table?.rows.flat() ?? [])
      .flatMap((cell) => [cell.text, ...cell.text.split('\n')])
      .map(fold),
  );
  const outline = document.outline.some((entry) => entry.blockId === undefined)
    ? document.outline.map(({ title }) => foldNumber(title))
    : [];
  const count = <Item>(items: Item[], has: (item: Item) => boolean): Share => ({
    found: items.filter(has).length,
    of: items.length,
  });
  return {
    phrases: count(phrases, (phrase) => text.includes(fold(phrase))),
    headings: count(expected.must_have_headings, (heading) => titles.has(fold(heading))),
    outlined: count(outline.length === 0 ? [] : headings, ({ text }) => outline.includes(foldNumber(text))),
    entries: count(outline, (title) => headings.some(({ text }) => foldNumber(text) === title)),
    cells: count(expected.table_cells, (cell) => cells.has(fold(cell))),
    tables: document.blocks.filter((block) => block.table).length,
    pages: expected.pages === null ? '' : `${document.pages.length}/${expected.pages}`,
    ...(await cover(document)),
  };
}

/** What the default chunk method leaves of the words. */
async function cover(document: ParsedDocument): Promise<Pick<Row, 'words' | 'leftOut' | 'missing'>> {
  const cut = await getChunkMethod('naive').chunk(document, {});
  const { words, leftOutWords, missingWords } = measureCoverage(document, cut);
  return {
    words,
    leftOut: round((leftOutWords - missingWords) / Math.max(1, words), 4),
    missing: missingWords,
  };
}

async function recognise(input: { name: string; bytes: Uint8Array }): Promise<RecognisedPage[]> {
  const pages = await listPagesToRecognise(input);
  const recogniser = engine && pages.length > 0 ? openRecogniser(engine, ['en', 'fr', 'zh']) : undefined;
  return recogniser ? recognisePages(input, pages, recogniser) : [];
}

function textOf(document: ParsedDocument): string {
  return [documentText(document), ...document.children.map((child) => textOf(child.document))].join('\n');
}

function foldNumber(title: string): string {
  return fold(title)
    .replace(/^[\dIVX]+(?:\.[\dIVX]+)*[.):]*/, '')
    .toLowerCase();
}
