import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
import { keepResult, printTable, round } from './support/report.ts';
import { countWordPairs, sharePairs } from './support/word-pairs.ts';

/**
 * What the readers find of what must be found in the shared documents, and how much of the text of pages with a text
 * layer the recogniser finds on their pictures.
 *   npm run bench:accuracy
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

const recognition = engine === undefined ? [] : await scoreRecognition();
if (engine === undefined) console.log('No recogniser is installed: pages without text were not read.');
printTable(
  ['recognised page', 'language', 'words found', 'seconds'],
  recognition.map(({ page, language, share, seconds }) => [
    page,
    language,
    round(share, 3),
    round(seconds, 1),
  ]),
);
keepResult('parsing-accuracy', { documents: rows, recognition });

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

/** Pages whose text layer is known to be right, drawn and recognised as if they had none. */
async function scoreRecognition() {
  const pages = [
    { file: 's01-dpr-paper-2-columns.pdf', page: 2, language: 'en' },
    { file: 's02-irs-publication-15.pdf', page: 12, language: 'en' },
    { file: 's05-eu-retail-tables.pdf', page: 3, language: 'en' },
    { file: 's03-plan-transport-actif-fr.pdf', page: 5, language: 'fr' },
    { file: 's03-plan-transport-actif-fr.pdf', page: 24, language: 'fr' },
    { file: 's07-scan-zh.pdf', page: 2, language: 'zh' },
  ] as const;
  const scores = [];
  for (const { file, page, language } of pages) {
    const input = { name: file, bytes: await readFile(join(folder, file)) };
    const recogniser = openRecogniser(engine!, [language]);
    if (recogniser === undefined) continue;
    const begin = performance.now();
    const [reading] = await recognisePages(input, [page], recogniser);
    const seconds = (performance.now() - begin) / 1000;
    const truth = await readDocument(input, { pages: [{ from: page, to: page + 1 }] });
    const lines = reading?.lines?.map((line) => line.text).join('\n') ?? '';
    const share = sharePairs(countWordPairs(documentText(truth)), countWordPairs(lines));
    scores.push({ page: `${file} ${page}`, language, share, seconds });
  }
  return scores;
}

function textOf(document: ParsedDocument): string {
  return [documentText(document), ...document.children.map((child) => textOf(child.document))].join('\n');
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/(\p{L})[-\u00ad‐]\s*\n\s*(?=\p{Ll})/gu, '$1')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[\s\u00ad]/g, '');
}

function foldNumber(title: string): string {
  return fold(title)
    .replace(/^[\dIVX]+(?:\.[\dIVX]+)*[.):]*/, '')
    .toLowerCase();
}
