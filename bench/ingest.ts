import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBarePdf } from './support/bare-pdf.ts';
import { makeDataDirectory, measureProcessorSeconds, type Product, startProduct } from './support/product.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';
import { measureSmallDocuments } from './support/small-documents.ts';

/**
 * Pages and chunks a second through the whole pipeline (upload, read, cut, embed, index) over the
 * shared documents, against the time that the PDF library alone takes to read the text of the same files.
 */
const folder = join(import.meta.dirname, '../../shared/documents');
const rounds = 5;
const names = readdirSync(folder).filter((name) => name !== 'expectations.json');
const pdfs = names.filter((name) => name.endsWith('.pdf'));

const data = makeDataDirectory();
const product = await startProduct(data.path);
try {
  // The parsers are warm in a running installation; the library is read once here too.
  await ingest(product, pdfs.slice(0, 2));
  await readBare();
  const pairs: { bare: Cost; pipeline: Cost & Counts }[] = [];
  for (let n = 0; n < rounds; n++)
    pairs.push({ bare: await readBare(), pipeline: await ingest(product, pdfs) });
  const all = await ingest(product, names);
  const ratio = (field: keyof Cost) =>
    percentile(
      pairs.map(({ bare, pipeline }) => pipeline[field] / bare[field]),
      0.5,
    );
  const last = pairs.at(-1) as (typeof pairs)[number];
  const row = (name: string, cost: Cost, counts: Counts) => [
    name,
    round(cost.seconds, 2),
    round(cost.processor, 2),
    round(counts.pages / cost.seconds),
    round(counts.chunks / cost.seconds),
  ];
  printTable(
    ['last round', 'seconds', 'processor s', 'pages/s', 'chunks/s'],
    [
      row('PDF library alone, one thread', last.bare, { pages: last.pipeline.pages, chunks: 0 }),
      row('pipeline, PDFs', last.pipeline, last.pipeline),
      row('pipeline, all documents', all, all),
    ],
  );
  const ratios = { seconds: ratio('seconds'), processor: ratio('processor') };
  console.log(
    `pipeline / library, median of ${rounds} pairs: ${round(ratios.seconds, 2)} in time, ${round(ratios.processor, 2)} in processor time; aim ≤ 3`,
  );
  const small = await measureSmallDocuments(product);
  console.log(
    `${small.documents} texts of ${small.words} words: ${round(small.processor)} s of processor over all processes, ${round(small.millisecondsEach)} ms each, done after ${round(small.seconds)} s; aim ≤ 60 ms each`,
  );
  keepResult('ingest', { ratios, pairs, all, small });
} finally {
  await product.stop();
  data.remove();
}

type Cost = { seconds: number; processor: number };
type Counts = { pages: number; chunks: number };

async function readBare(): Promise<Cost> {
  const files = pdfs.map((name) => readFileSync(join(folder, name)));
  const begin = performance.now();
  const before = process.cpuUsage();
  for (const bytes of files) await readBarePdf(bytes);
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - begin) / 1000, processor: (user + system) / 1e6 };
}

async function ingest({ url, token, call, pid }: Product, files: string[]): Promise<Cost & Counts> {
  const base = await call('POST', '/knowledge-bases', { name: `Ingest ${performance.now()}` });
  const form = new FormData();
  for (const name of files) form.append('file', new Blob([readFileSync(join(folder, name))]), name);
  const begin = performance.now();
  const before = measureProcessorSeconds(pid);
  const answer = await fetch(`${url}/api/v1/knowledge-bases/${base.id}/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(await answer.text());
  for (;;) {
    const { items } = await call('GET', `/knowledge-bases/${base.id}/documents?page_size=200`);
    if (items.every((document: { status: number }) => document.status !== 1)) {
      const seconds = (performance.now() - begin) / 1000;
      const sum = (field: string) =>
        items.reduce((total: number, document: Record<string, number>) => total + (document[field] ?? 0), 0);
      const processor = measureProcessorSeconds(pid) - before;
      return { seconds, processor, pages: sum('page_count'), chunks: sum('chunk_count') };
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
