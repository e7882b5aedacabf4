import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCollection } from './retrieval-collections.ts';
import { type CutVariant, measureCuts } from './support/cut-variants.ts';
import { loadArticles, loadPdfs, loadSourceFiles } from './support/long-documents.ts';
import { measurePassages, type PassageVariant } from './support/passage-variants.ts';
import { makeDataDirectory, startProduct } from './support/product.ts';
import { keepResult, printTable } from './support/report.ts';
import { measureServed, type ServedVariant } from './support/served-variants.ts';
import { type Compared, listVariants } from './support/variant-figures.ts';

/**
 * What each setting and method adds to search, one change at a time against the defaults: nDCG@10 with its difference,
 * the interval of that by questions drawn again, and what indexing cost in processor time. Collections with a passage a
 * document, and whole documents (PDFs, articles, source files) that are cut again, are searched in this process; what the
 * server does next to goes through the HTTP API. Questions that a model writes are left out, since there is none.
 *   npm run bench:quality:methods -- [passages | cuts | pdfs | served]
 */
const passageCollections = ['cnil-fr', 'piaf-fr', 'cranfield-en', 'codechunks-en', 'stard-zh'];

const passageVariants: PassageVariant[] = [
  { name: 'base line: General, 512 tokens, title, folder weight 0.1, keyword weight 0.7' },
  { name: 'no title', title: 'none' },
  { name: 'title in the text only', title: 'text' },
  { name: 'folder weight 0', folderWeight: 0 },
  { name: 'folder weight 0.05', folderWeight: 0.05 },
  { name: 'folder weight 0.2', folderWeight: 0.2 },
  { name: 'folder weight 0.3', folderWeight: 0.3 },
  { name: '5 keywords', keywords: 5 },
  { name: '10 keywords', keywords: 10 },
  { name: 'keyword weight 0', keywordWeight: 0 },
  { name: 'keyword weight 0.3', keywordWeight: 0.3 },
  { name: 'keyword weight 0.5', keywordWeight: 0.5 },
  { name: 'keyword weight 0.6', keywordWeight: 0.6 },
  { name: 'keyword weight 0.8', keywordWeight: 0.8 },
  { name: 'keyword weight 0.9', keywordWeight: 0.9 },
  { name: 'keyword weight 1', keywordWeight: 1 },
  { name: 'General over lines of Q and A', title: 'question', collections: ['cnil-fr'] },
  {
    name: 'Q&A over the same lines',
    title: 'question',
    method: 'qa',
    collections: ['cnil-fr'],
    against: 'General over lines of Q and A',
  },
];

/** A search that is asked for a page of hits, of which the graph may bring a third. */
const graphHits = 12;
const enrich = (enrichment_options: object) => ({ base: { enrichment_options } });
const cutVariants: CutVariant[] = [
  { name: 'base line: General, 512 tokens' },
  { name: '128 tokens', options: { chunkTokenNumber: 128 } },
  { name: '256 tokens', options: { chunkTokenNumber: 256 } },
  { name: '1,024 tokens', options: { chunkTokenNumber: 1_024 } },
  { name: 'overlap 10 %', options: { chunkOverlap: 51 } },
  { name: 'overlap 25 %', options: { chunkOverlap: 128 } },
  { name: '5 keywords', keywords: 5 },
  { name: 'folder weight 0', folderWeight: 0 },
  { name: 'folder weight 0.2', folderWeight: 0.2 },
  { name: 'folder weight 0.3', folderWeight: 0.3 },
  { name: 'keyword weight 0.5', keywordWeight: 0.5 },
  { name: 'keyword weight 0.9', keywordWeight: 0.9 },
];

/** What PDFs alone have something of: pages, layout, and methods that cut by their structure. */
const pdfVariants: CutVariant[] = [
  ...cutVariants,
  { name: 'group by page', options: { groupByPage: true } },
  { name: 'Manual', method: 'manual' },
  { name: 'Manual, 512 tokens', method: 'manual', options: { chunkTokenNumber: 512 } },
  { name: 'Book', method: 'book' },
  { name: 'Paper', method: 'paper' },
  { name: 'Presentation', method: 'presentation' },
  { name: 'One', method: 'one' },
  { name: 'no layout recognition', layoutRecognition: false },
  // Once more at the end: its cost tells how far those of the others can be believed.
  { name: 'base line again', options: { chunkTokenNumber: 512 } },
];

/** What the server does next to reading and cutting. */
const servedVariants: ServedVariant[] = [
  { name: 'base line: General, 512 tokens' },
  { name: 'first-page text', ...enrich({ first_page_text: true }) },
  { name: 'summaries over groups', ...enrich({ raptor: { enabled: true } }) },
  { name: 'graph drawn, not used', ...enrich({ graph: { enabled: true } }), search: { top_n: graphHits } },
  {
    name: 'graph used',
    ...enrich({ graph: { enabled: true } }),
    search: { top_n: graphHits, use_graph: true },
    against: 'graph drawn, not used',
  },
  { name: 'neighbours of hits shown with them (no setting)', withNeighbours: true },
];

const part = process.argv[2];
if (part === undefined || part === 'passages') {
  const collections = await Promise.all(passageCollections.map(loadCollection));
  const passages = await measurePassages(collections, passageVariants, tell);
  print('a passage a document', passages);
  keep({ passages });
}
if (part === undefined || part === 'cuts') {
  const collections = [
    await loadArticles('piaf-fr'),
    await loadArticles('drcd-zht'),
    await loadSourceFiles('codechunks-en'),
  ];
  const cuts = await measureCuts(collections, cutVariants, tell);
  print('articles and source files', cuts);
  keep({ cuts });
}
if (part === undefined || part === 'pdfs') {
  const rows = await measureCuts([await loadPdfs('financebench-pdf')], pdfVariants, tell);
  print('PDFs', rows);
  keep({ pdfs: rows });
}
if (part === undefined || part === 'served') {
  const data = makeDataDirectory();
  const product = await startProduct(data.path);
  try {
    const collections = [await loadPdfs('financebench-pdf'), await loadArticles('piaf-fr')];
    for (const collection of collections) {
      const served = await measureServed(product, collection, servedVariants, tell);
      print(`through the server, ${collection.name}`, served);
      keep({ [`served ${collection.name}`]: served });
    }
  } finally {
    await product.stop();
    data.remove();
  }
}

function tell({ variant, mean, difference, cost }: Compared): void {
  const change = `${difference < 0 ? '' : '+'}${difference.toFixed(3)}`;
  console.error(`${variant}: ${mean.ndcg10.toFixed(3)} ${change}${cost ? ` ×${cost.toFixed(2)}` : ''}`);
}

function print(what: string, rows: Compared[]): void {
  const table = listVariants(rows);
  printTable([what, ...table.heads], table.rows);
}

/** One half may be measured without the other. */
function keep(measured: object): void {
  const file = join(import.meta.dirname, 'results/quality-methods.json');
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  keepResult('quality-methods', { ...before, ...measured });
}
