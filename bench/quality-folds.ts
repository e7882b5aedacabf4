import { parseArgs } from 'node:util';
import { openLanceChunkIndex } from '../packages/adapters/src/chunk-index/index.ts';
import { hashedEmbeddingModel } from '../packages/models/src/providers/built-in/index.ts';
import { feedbackTuning } from '../packages/retrieval/src/feedback.ts';
import { createRetriever, defaultRetrievalSettings, scoreRanking } from '../packages/retrieval/src/index.ts';
import { keywordTuning } from '../packages/retrieval/src/scoring.ts';
import { questionTuning } from '../packages/text-analysis/src/index.ts';
import { type Collection, loadCollection, referenceFigures } from './retrieval-collections.ts';
import { indexPassages } from './support/index-passages.ts';
import { openMemorisedIndex } from './support/memorised-index.ts';
import { makeDataDirectory } from './support/product.ts';
import { keepResult, printTable } from './support/report.ts';

/**
 * What tuning is worth on questions that it has not seen. Questions are dealt into folds; for each fold the parameters
 * are chosen on the others, one after the other, and measured on it. All questions are held out once, so that the means
 * compare with BM25's.
 *   npm run bench:quality:folds -- [--folds 10] [collection …]
 */
const { values, positionals } = parseArgs({
  options: { folds: { type: 'string', default: '10' } },
  allowPositionals: true,
});
const folds = Number(values.folds);
/** A gain below this on what it is chosen by is chance. */
const leastGain = 0.0003;

type Parameters = Record<keyof typeof grid, number>;

/** The first value is what it was before; what wins on the other folds is taken from the rest. */
const grid = {
  instructionShare: [1, 0.2],
  familyWeight: [0, 0.15, 0.3],
  coverage: [0, 0.3, 0.6],
  feedback: [0, 0.1, 0.2, 0.3],
  keywordWeight: [0.7, 0.8, 0.9],
  saturation: [1, 0.8, 1.2],
  lengthShare: [0.65, 0.55, 0.75],
};
const before = Object.fromEntries(Object.entries(grid).map(([name, [value]]) => [name, value])) as Parameters;
const shipped: Parameters = {
  ...before,
  ...questionTuning,
  coverage: keywordTuning.coverage,
  feedback: feedbackTuning.weight,
  keywordWeight: defaultRetrievalSettings.keywordWeight,
  saturation: keywordTuning.saturation,
  lengthShare: keywordTuning.lengthShare,
};

const names = positionals.length > 0 ? positionals : Object.keys(referenceFigures);
const references = names.map((name) => referenceFigures[name]!.ndcg10);
const data = makeDataDirectory();
const index = await openLanceChunkIndex({
  location: data.path,
  maintenance: { quietMs: 3_600_000, rows: 1e9 },
});
const known = new Map<string, number[][]>();
try {
  const collections: Collection[] = [];
  for (const name of names) {
    const collection = await loadCollection(name);
    await indexPassages(index, collection);
    collections.push(collection);
  }
  const retriever = createRetriever({ index: openMemorisedIndex(index) });
  const measure = (parameters: Parameters) => measureAll(retriever, collections, parameters);
  const chosen: Parameters[] = [];
  const heldOut: number[][] = names.map(() => []);
  for (let fold = 0; fold < folds; fold++) {
    const parameters = await choose(measure, (question) => question % folds !== fold);
    chosen.push(parameters);
    console.error(`fold ${fold + 1}: ${JSON.stringify(parameters)}`);
    for (const [at, figures] of (await measure(parameters)).entries())
      heldOut[at]!.push(...figures.filter((_, question) => question % folds === fold));
  }
  const means = {
    BM25: references,
    before: (await measure(before)).map(mean),
    'held out': heldOut.map(mean),
    shipped: (await measure(shipped)).map(mean),
  };
  printTable(
    ['nDCG@10', 'mean', ...names],
    Object.entries(means).map(([name, row]) => [name, ...[mean(row), ...row].map((x) => x.toFixed(3))]),
  );
  if (positionals.length === 0)
    keepResult('quality-folds', { folds, collections: names, means, chosen, shipped });
} finally {
  await index.close();
  data.remove();
}

/** Climbs from what was before: each parameter in turn takes the value that is best on the questions given. */
async function choose(
  measure: (parameters: Parameters) => Promise<number[][]>,
  isGiven: (question: number) => boolean,
): Promise<Parameters> {
  const rate = async (parameters: Parameters) =>
    (await measure(parameters)).map((figures) => mean(figures.filter((_, question) => isGiven(question))));
  const start = await rate(before);
  let best = before;
  let rating = mean(start);
  for (const [name, [, ...others]] of Object.entries(grid))
    for (const value of others) {
      const candidate = { ...best, [name]: value };
      const figures = await rate(candidate);
      // What wins in the mean may bring no collection below BM25.
      const costs = figures.some((figure, at) => figure < Math.min(start[at]!, references[at]!));
      if (costs || mean(figures) < rating + leastGain) continue;
      best = candidate;
      rating = mean(figures);
    }
  return best;
}

/** nDCG@10 of every question, by collection. */
async function measureAll(
  retriever: ReturnType<typeof createRetriever>,
  collections: Collection[],
  parameters: Parameters,
): Promise<number[][]> {
  const key = JSON.stringify(parameters);
  const measured = known.get(key);
  if (measured !== undefined) return measured;
  const { instructionShare, familyWeight, coverage, saturation, lengthShare, keywordWeight } = parameters;
  Object.assign(questionTuning, { instructionShare, familyWeight });
  Object.assign(keywordTuning, { coverage, saturation, lengthShare });
  feedbackTuning.weight = parameters.feedback;
  const all: number[][] = [];
  for (const { name, queries, relevant } of collections) {
    const figures: number[] = [];
    for (const { id, text } of queries) {
      const { hits } = await retriever.retrieve({
        query: text,
        bases: [{ id: name, embeddingModel: hashedEmbeddingModel }],
        settings: { topN: 100, similarityThreshold: 0, keywordWeight },
      });
      const ranking = [...new Set(hits.map((hit) => hit.documentId))];
      figures.push(scoreRanking(ranking, relevant.get(id)!).ndcg10);
    }
    all.push(figures);
  }
  known.set(key, all);
  return all;
}

function mean(all: number[]): number {
  return all.reduce((sum, value) => sum + value, 0) / all.length;
}
