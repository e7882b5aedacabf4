import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openLanceChunkIndex } from '../packages/adapters/src/chunk-index/index.ts';
import {
  createLocalModels,
  type ModelManifest,
  openModelStore,
  openRuntimeStore,
} from '../packages/adapters/src/local-models/index.ts';
import {
  createModelRuntime,
  type EmbeddingModel,
  embeddingPrompt,
  openEmbeddingModel,
  openRerankModel,
} from '../packages/models/src/index.ts';
import { findModelRuntimes } from '../packages/testing/src/local-models.ts';
import { loadCollection, referenceFigures } from './retrieval-collections.ts';
import { keepVectors } from './support/kept-vectors.ts';
import {
  type CollectionQuality,
  chooseKeywordWeight,
  measureQuality,
  summarise,
} from './support/model-quality.ts';
import { keepResult, printTable, round } from './support/report.ts';

/**
 * What models that run on this machine are worth, and what they cost: quality of search by words alone, with the built-in
 * embedding, with the model alone, fused with words, and reranked; texts a second and memory at several sizes of a call.
 *   npm run bench:models -- --with DIR [--vectors DIR] [--keep] [collection …]
 * --with: a folder of model folders, or one model folder. --vectors: keeps what was embedded for another run. --keep: keeps
 * the result also where only some collections were measured.
 */
const { values, positionals } = parseArgs({
  options: { with: { type: 'string' }, vectors: { type: 'string' }, keep: { type: 'boolean' } },
  allowPositionals: true,
});
if (values.with === undefined) {
  console.error('Usage: npm run bench:models -- --with DIR [--vectors DIR] [collection …]');
  process.exit(2);
}
const runtimes = await findModelRuntimes();
if (runtimes === undefined) throw new Error('What runs the models could not be downloaded.');
const names = positionals.length > 0 ? positionals : Object.keys(referenceFigures);
const root = await mkdtemp(join(tmpdir(), 'lectern-models-'));
const limits = { memoryMegabytes: 4_096 };
const store = openModelStore(join(root, 'models'), limits);
const pool = createLocalModels({
  ...limits,
  folderOf: store.folderOf,
  findRuntime: openRuntimeStore(runtimes).find,
});
const noNetwork = () => Promise.reject(new Error('no network'));
const runtime = createModelRuntime({ fetch: noNetwork, local: pool });

const reports: Record<string, object> = {};
try {
  const manifests: ModelManifest[] = [];
  for (const folder of listModels(resolve(values.with))) manifests.push(await install(folder));
  const reranker = manifests.find(({ type }) => type === 'rerank');
  for (const manifest of manifests.filter(({ type }) => type === 'embedding')) {
    const model = openEmbeddingModel(entryOf(manifest), runtime);
    const speed = await measureSpeed(model);
    printTable(
      [manifest.id, 'texts/s', 'tokens/s', 'MB'],
      speed.map((row) => [
        `${row.batch} at once`,
        row.textsPerSecond,
        row.tokensPerSecond,
        row.memoryMegabytes,
      ]),
    );
    reports[manifest.id] = { speed, ...(await compareWays(manifest, model, reranker)) };
  }
  if (values.keep || positionals.length === 0) keepResult('models', { collections: names, models: reports });
} finally {
  await pool.close();
  await rm(root, { recursive: true, force: true });
}

/** A folder with `config.json` is a model itself. */
function listModels(folder: string): string[] {
  if (existsSync(join(folder, 'config.json'))) return [folder];
  const inside = readdirSync(folder).map((name) => join(folder, name));
  return inside.filter((path) => existsSync(join(path, 'config.json')));
}

async function install(folder: string): Promise<ModelManifest> {
  const id = basename(folder);
  const incoming = await store.openIncoming(id);
  await store.copy(folder, incoming);
  const prefixes = (name: string) => ({
    query: embeddingPrompt(name, 'query'),
    document: embeddingPrompt(name, 'document'),
  });
  return store.install(incoming, { id, prefixes }, (path, draft) => pool.attempt(path, draft.type));
}

function entryOf({ id, type, maxTokens }: ModelManifest) {
  const model = { name: id, type, contextTokens: maxTokens };
  return { providerId: 'local', credentials: {}, guardKey: '', model } as const;
}

async function compareWays(manifest: ModelManifest, model: EmbeddingModel, reranker?: ModelManifest) {
  const dimensions = manifest.dimensions as number;
  const embedding = await keepVectors(values.vectors, model, dimensions);
  const rerank = reranker && openRerankModel(entryOf(reranker), runtime);
  const index = await openLanceChunkIndex({
    location: join(root, 'index', manifest.id),
    maintenance: { quietMs: 3_600_000, rows: 1e9 },
  });
  try {
    const qualities: CollectionQuality[] = [];
    for (const name of names) {
      const collection = await loadCollection(name);
      qualities.push(await measureQuality(index, collection, { embedding, dimensions, rerank }));
      console.error(`${manifest.id}: ${name} done`);
    }
    const keywordWeight = chooseKeywordWeight(qualities);
    const summaries = qualities.map((quality) => summarise(quality, keywordWeight));
    print(manifest.id, keywordWeight, summaries);
    const quality = Object.fromEntries(names.map((name, at) => [name, summaries[at]]));
    return { keywordWeight, chosenElsewhere: chooseKeywordWeight(qualities, true), quality };
  } finally {
    await index.close();
  }
}

function print(id: string, keywordWeight: number, summaries: ReturnType<typeof summarise>[]): void {
  const rows: [string, (number | undefined)[]][] = [
    ['BM25', names.map((name) => referenceFigures[name]?.ndcg10)],
    ['words', summaries.map(({ words }) => words.ndcg10)],
    ['built-in', summaries.map(({ builtIn }) => builtIn.ndcg10)],
    ['model alone', summaries.map(({ alone }) => alone.ndcg10)],
    [`fused, words ${keywordWeight}`, summaries.map(({ fused }) => fused.ndcg10)],
    ['fused, reranked', summaries.map(({ reranked }) => reranked?.ndcg10)],
    ['held out: built-in', summaries.map(({ heldOut }) => heldOut.builtIn.ndcg10)],
    ['held out: fused', summaries.map(({ heldOut }) => heldOut.fused.ndcg10)],
    ...Object.keys(summaries[0]?.byWeight ?? {}).map((weight): [string, number[]] => [
      `fused, words ${weight}`,
      summaries.map(({ byWeight }) => byWeight[weight]!),
    ]),
  ];
  printTable(
    [`${id}: nDCG@10`, 'mean', ...names],
    rows
      .filter(([, figures]) => figures.every((figure) => figure !== undefined))
      .map(([way, figures]) => [
        way,
        ...[mean(figures as number[]), ...(figures as number[])].map((x) => x.toFixed(3)),
      ]),
  );
}

function mean(all: number[]): number {
  return all.reduce((sum, value) => sum + value, 0) / all.length;
}

/** Passages of some hundred characters, in calls of several sizes one after the other. */
async function measureSpeed(model: EmbeddingModel) {
  const { passages } = await loadCollection('piaf-fr');
  const texts = passages.slice(0, 96).map(({ text }) => text);
  await model.embed(texts.slice(0, 1), { kind: 'document' });
  const speeds = [];
  for (const batch of [1, 8, 32]) {
    const begin = performance.now();
    let tokens = 0;
    for (let at = 0; at < texts.length; at += batch)
      tokens += (await model.embed(texts.slice(at, at + batch), { kind: 'document' })).usage.promptTokens;
    const seconds = (performance.now() - begin) / 1000;
    speeds.push({
      batch,
      textsPerSecond: round(texts.length / seconds),
      tokensPerSecond: round(tokens / seconds, 0),
      memoryMegabytes: readMemory(),
    });
  }
  return speeds;
}

/** Of the model's process, as Linux counts it; 0 elsewhere. */
function readMemory(): number {
  const [pid] = pool.processIds;
  if (pid === undefined || !existsSync(`/proc/${pid}/status`)) return 0;
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes ?? 0) / 1024);
}
