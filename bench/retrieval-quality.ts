import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLanceChunkIndex } from '../packages/adapters/src/chunk-index/index.ts';
import { hashedEmbeddingModel } from '../packages/models/src/providers/built-in/index.ts';
import {
  type ChunkIndex,
  createRetriever,
  meanFigures,
  scoreRanking,
} from '../packages/retrieval/src/index.ts';
import { type Collection, type Figures, loadCollection, referenceFigures } from './retrieval-collections.ts';
import { indexPassages } from './support/index-passages.ts';

/**
 * Quality of search in the process itself: the library code that the server calls, on the real index, with the built-in
 * embedding and the default settings. Each passage is a Markdown document under its title, cut by the default method.
 *   node bench/retrieval-quality.ts [collection …] [--keyword-weight=0.7]
 */
const keywordWeight = readNumber('--keyword-weight');
const threshold = readNumber('--threshold') ?? 0;
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const folder = await mkdtemp(join(tmpdir(), 'lectern-quality-'));
const index = await openLanceChunkIndex({ location: folder, maintenance: { quietMs: 3_600_000, rows: 1e9 } });
const results: Record<string, Figures> = {};
try {
  for (const name of names.length > 0 ? names : Object.keys(referenceFigures)) {
    const collection = await loadCollection(name);
    await indexPassages(index, collection);
    results[name] = await measure(index, collection);
    console.error(`${name}: nDCG@10 ${results[name].ndcg10.toFixed(3)}`);
  }
} finally {
  await index.close();
  await rm(folder, { recursive: true, force: true });
}
printTable();
if (names.length === 0) await keepReport();

async function keepReport(): Promise<void> {
  await mkdir(join(import.meta.dirname, 'results'), { recursive: true });
  const measured = { keywordWeight: keywordWeight ?? 'default', threshold };
  const report = { measured: 'in process', ...measured, results, referenceFigures };
  await writeFile(
    join(import.meta.dirname, 'results/retrieval-quality.json'),
    `${JSON.stringify(report, null, 2)}\n`,
  );
}

async function measure(from: ChunkIndex, { name, queries, relevant }: Collection): Promise<Figures> {
  const retriever = createRetriever({ index: from });
  const figures: Figures[] = [];
  for (const query of queries) {
    const { hits } = await retriever.retrieve({
      query: query.text,
      bases: [{ id: name, embeddingModel: hashedEmbeddingModel }],
      settings: {
        topN: 100,
        similarityThreshold: threshold,
        ...(keywordWeight === undefined ? {} : { keywordWeight }),
      },
    });
    const ranking = [...new Set(hits.map((hit) => hit.documentId))].slice(0, 50);
    figures.push(scoreRanking(ranking, relevant.get(query.id)!));
  }
  return meanFigures(figures);
}

function printTable(): void {
  const keys = ['ndcg10', 'recall10', 'recall50', 'mrr10'] as const;
  const cell = (text: string) => text.padStart(14);
  console.log(`${'collection'.padEnd(20)}${keys.map(cell).join('')}   (reference BM25)`);
  for (const [name, figures] of Object.entries(results)) {
    const reference = referenceFigures[name]!;
    const cells = keys.map((key) => {
      const below = figures[key] < reference[key] - 0.0005 ? '<' : ' ';
      return cell(`${figures[key].toFixed(3)} ${below}${reference[key].toFixed(3)}`);
    });
    console.log(name.padEnd(20) + cells.join(''));
  }
  const mean = meanFigures(Object.values(results));
  console.log('mean'.padEnd(20) + keys.map((key) => cell(mean[key].toFixed(3))).join(''));
}

function readNumber(flag: string): number | undefined {
  const argument = process.argv.find((value) => value.startsWith(`${flag}=`));
  return argument === undefined ? undefined : Number(argument.slice(flag.length + 1));
}
