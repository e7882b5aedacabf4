import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createParserPool, findRecognitionEngine, type ParserPool } from '@lectern/adapters';
import { readingOptions } from '@lectern/contract';
import { readDocument } from '@lectern/parsing';
import { readBarePdf } from './support/bare-pdf.ts';
import { buildLongCsv, buildLongPdf, buildLongWorkbook, buildScannedPdf } from './support/large-files.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';
import { watchPeak } from './support/worker-memory.ts';

/**
 * What our readers cost next to the bare library of each format, and what a worker of the real parser pool takes at
 * most for the largest files: 500 pages, 500 scanned pages, sheets of 100,000 rows.
 *   npm run bench:parsing
 */
const documents = join(import.meta.dirname, '../../shared/documents');
/** The libraries as the readers see them. */
const require = createRequire(join(import.meta.dirname, '../packages/parsing/package.json'));
const rounds = 5;
const rows = 100_000;
const pages = 500;

type Bare = (bytes: Uint8Array) => unknown;

const bareReaders: { format: string; library: string; files: string[]; read: Bare }[] = [
  {
    format: 'pdf',
    library: 'PDFium: text and boxes',
    files: ['s01-dpr-paper-2-columns', 's02-irs-publication-15', 's03-plan-transport-actif-fr']
      .concat(['s04-nics-table', 's05-eu-retail-tables', 's06-kyokuyo-tables-ja', 's10-korean-2-columns'])
      .map((name) => `${name}.pdf`),
    read: readBarePdf,
  },
  {
    format: 'docx',
    library: 'unzip and scan XML',
    files: ['s11-summer.docx', 's12-numbered-headings.docx', 's13-rich-cells.docx'],
    read: scanZip,
  },
  { format: 'pptx', library: 'unzip and scan XML', files: ['s14-slides.pptx'], read: scanZip },
  { format: 'epub', library: 'unzip and scan XML', files: ['s17-small.epub'], read: scanZip },
  {
    format: 'xlsx',
    library: 'SheetJS',
    files: ['s15-sheets.xlsx'],
    read: (bytes) => require('@e965/xlsx').read(bytes, { dense: true }),
  },
  {
    format: 'xls',
    library: 'SheetJS',
    files: ['s16-ducks.xls'],
    read: (bytes) => require('@e965/xlsx').read(bytes, { dense: true }),
  },
  {
    format: 'html',
    library: 'parse5',
    files: ['s20-headings.html'],
    read: async (bytes) => (await parse5).parse(Buffer.from(bytes).toString()),
  },
  {
    format: 'eml',
    library: 'postal-mime',
    files: ['s18-mail.eml'],
    read: async (bytes) => (await postalMime).default.parse(bytes),
  },
];
const parse5 = import(require.resolve('parse5'));
const postalMime = import(require.resolve('postal-mime'));

const ratios = [];
for (const { format, library, files, read } of bareReaders) {
  const inputs = files.map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(documents, name))) }));
  // Small files are read over and over, until there is something to measure.
  const times = format === 'pdf' ? 1 : 40;
  const measure = async (use: (input: (typeof inputs)[number]) => unknown) => {
    const before = process.cpuUsage();
    for (let n = 0; n < times; n++) for (const input of inputs) await use(input);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / times;
  };
  const pairs: { ours: number; bare: number }[] = [];
  // The first round warms both.
  for (let n = 0; n <= rounds; n++)
    pairs.push({
      bare: await measure(({ bytes }) => read(bytes)),
      ours: await measure((input) => readDocument(input)),
    });
  const middle = (values: number[]) => percentile(values, 0.5);
  const counted = pairs.slice(1);
  ratios.push({
    format,
    library,
    ours: middle(counted.map((pair) => pair.ours)),
    bare: middle(counted.map((pair) => pair.bare)),
    ratio: middle(counted.map((pair) => pair.ours / pair.bare)),
  });
}
printTable(
  ['format', 'library', 'ours, ms', 'bare, ms', 'ratio'],
  ratios.map(({ format, library, ours, bare, ratio }) => [
    format,
    library,
    round(ours),
    round(bare),
    round(ratio, 2),
  ]),
);

const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
const pool = createParserPool({
  workerScript: join(import.meta.dirname, '../apps/server/src/parse-worker.ts'),
  workers: 1,
});
try {
  const large = await measureLarge(pool);
  printTable(
    ['file', 'method', 'megabytes', 'peak MB', 'seconds', 'reports', 'first after s', 'chunks'],
    large.map((row) => [
      row.file,
      row.method,
      round(row.megabytes),
      Math.round(row.peak),
      round(row.seconds),
      row.reports,
      round(row.firstReport),
      row.chunks,
    ]),
  );
  console.log('aim: below 600 MB a worker');
  keepResult('parsing-speed', { ratios, large });
} finally {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measureLarge(pool: ParserPool) {
  const write = (name: string, bytes: Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return { path, name };
  };
  const long = write('pages.pdf', await buildLongPdf(pages));
  const scanned = write('scans.pdf', await buildScannedPdf(pages));
  const sheets = [write('rows.csv', buildLongCsv(rows)), write('rows.xlsx', buildLongWorkbook(rows))];
  const measured = [];
  for (const method of ['naive', 'manual'])
    measured.push(await runMeasured(pool, { file: long, method, task: chunkTask(long, method) }));
  measured.push(
    await runMeasured(pool, { file: scanned, method: 'listPages', task: { ...scanned } }),
    await runMeasured(pool, { file: scanned, method: 'naive', task: chunkTask(scanned, 'naive') }),
  );
  const engine = await findRecognitionEngine({ tesseract: process.env.LECTERN_TESSERACT || undefined });
  if (engine) {
    const task = { ...scanned, pages: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], engine, languages: ['en'] };
    measured.push(await runMeasured(pool, { file: scanned, method: 'recognisePages', task }));
  }
  for (const sheet of sheets)
    for (const method of ['naive', 'table'])
      measured.push(await runMeasured(pool, { file: sheet, method, task: chunkTask(sheet, method) }));
  return measured;
}

function chunkTask(file: { path: string; name: string }, chunkMethod: string) {
  return { ...file, chunkMethod, chunkOptions: {}, readingOptions: readingOptions.parse({}), folder };
}

async function runMeasured(
  pool: ParserPool,
  { file, method, task }: { file: { path: string; name: string }; method: string; task: unknown },
) {
  const call = method === 'listPages' || method === 'recognisePages' ? method : 'chunkFile';
  const endWatch = watchPeak();
  const begin = performance.now();
  let reports = 0;
  let firstReport = Number.NaN;
  const result = await pool.run<{ chunkCount?: number }>(call, task, {
    pageMs: 90_000,
    onProgress: () => {
      if (reports++ === 0) firstReport = (performance.now() - begin) / 1000;
    },
  });
  return {
    file: file.name,
    method,
    megabytes: readFileSync(file.path).length / 1e6,
    peak: endWatch(),
    seconds: (performance.now() - begin) / 1000,
    reports,
    firstReport,
    chunks: result.chunkCount ?? '',
  };
}

/** The least that a reader of Office files does: unpack every part, and look at every element. */
async function scanZip(bytes: Uint8Array): Promise<number> {
  const { fromBufferPromise } = require('yauzl');
  const { SaxesParser } = require('saxes');
  const zip = await fromBufferPromise(Buffer.from(bytes));
  let elements = 0;
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = [];
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part);
    if (!/\.(?:xml|rels|xhtml|html|opf|ncx)$/.test(entry.fileName)) continue;
    const parser = new SaxesParser({ fragment: true });
    parser.on('opentag', () => elements++);
    parser.on('error', () => {});
    parser.write(Buffer.concat(parts).toString()).close();
  }
  return elements;
}
