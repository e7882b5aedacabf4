import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBarePdf } from './support/bare-pdf.ts';
import { makeDataDirectory, type Product, startProduct } from './support/product.ts';
import { keepResult, percentile, printTable, round } from './support/report.ts';

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
  const ratios: number[] = [];
  let bare = 0;
  let pipeline = { seconds: 0, pages: 0, chunks: 0 };
  for (let n = 0; n < rounds; n++) {
    bare = await readBare();
    pipeline = await ingest(product, pdfs);
    ratios.push(pipeline.seconds / bare);
  }
  const all = await ingest(product, names);
  const ratio = percentile(ratios, 0.5);
  printTable(
    ['', 'seconds', 'pages/s', 'chunks/s'],
    [
      ['PDF library alone, one thread', round(bare, 2), round(pipeline.pages / bare), ''],
      [
        'pipeline, PDFs',
        round(pipeline.seconds, 2),
        round(pipeline.pages / pipeline.seconds),
        round(pipeline.chunks / pipeline.seconds),
      ],
      [
        'pipeline, all documents',
        round(all.seconds, 2),
        round(all.pages / all.seconds),
        round(all.chunks / all.seconds),
      ],
    ],
  );
  console.log(
    `pipeline / library: ${round(ratio, 2)} (median of ${rounds} pairs; ${ratios.map((value) => round(value, 2)).join(', ')}), aim ≤ 3`,
  );
  keepResult('ingest', { ratio, ratios, bareSeconds: bare, pipeline, all });
} finally {
  await product.stop();
  data.remove();
}

async function readBare(): Promise<number> {
  const files = pdfs.map((name) => readFileSync(join(folder, name)));
  const begin = performance.now();
  for (const bytes of files) await readBarePdf(bytes);
  return (performance.now() - begin) / 1000;
}

async function ingest({ url, token, call }: Product, files: string[]) {
  const base = await call('POST', '/knowledge-bases', { name: `Ingest ${performance.now()}` });
  const form = new FormData();
  for (const name of files) form.append('file', new Blob([readFileSync(join(folder, name))]), name);
  const begin = performance.now();
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
      return { seconds, pages: sum('page_count'), chunks: sum('chunk_count') };
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
