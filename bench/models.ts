import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
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
} from '../packages/models/src/index.ts';
import { hashedEmbeddingModel } from '../packages/models/src/providers/built-in/index.ts';
import { createRetriever, meanFigures, scoreRanking } from '../packages/retrieval/src/index.ts';
import { findModelRuntimes } from '../packages/testing/src/local-models.ts';
import { type Collection, type Figures, loadCollection, referenceFigures } from './retrieval-collections.ts';
import { indexPassages } from './support/index-passages.ts';

/**
 * What a model that runs on this machine is worth, and what it costs: quality of search by words alone, with the built-in
 * embedding, with the model alone and fused with words; texts a second and memory at several sizes of a call.
 *   npm run bench:models -- --with DIR [collection …]     DIR: a folder of model folders, or one model folder
 */
const [flag, given, ...named] = process.argv.slice(2);
if (flag !== '--with' || given === undefined) {
  console.error('Usage: npm run bench:models -- --with DIR [collection …]');
  process.exit(2);
}
const runtimes = await findModelRuntimes();
if (runtimes === undefined) throw new Error('What runs the models could not be downloaded.');
const collections = named.length > 0 ? named : Object.keys(referenceFigures);
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

/** Only the settings of a search differ. */
const ways = { words: { keywordWeight: 1 }, vectors: { keywordWeight: 0 }, fused: {} };
type Way = keyof typeof ways;
type Speed = { batch: number; textsPerSecond: number; tokensPerSecond: number; memoryMegabytes: number };
type Report = { quality: Record<string, Partial<Record<Way | 'built-in', Figures>>>; speed: Speed[] };

const reports: Record<string, Report> = {};
try {
  for (const folder of listModels(resolve(given))) {
    const manifest = await install(folder);
    if (manifest.type !== 'embedding') continue;
    const model = openEmbeddingModel(
      {
        providerId: 'local',
        credentials: {},
        guardKey: '',
        model: { name: manifest.id, type: 'embedding', contextTokens: manifest.maxTokens },
      },
      runtime,
    );
    const report: Report = { quality: {}, speed: await measureSpeed(model) };
    reports[manifest.id] = report;
    for (const speed of report.speed)
      console.log(
        `${manifest.id}: ${speed.batch} at once: ${speed.textsPerSecond.toFixed(1)} texts/s, ` +
          `${speed.tokensPerSecond.toFixed(0)} tokens/s, ${speed.memoryMegabytes} MB`,
      );
    for (const name of collections) {
      const quality = await measureQuality(await loadCollection(name), model, manifest.dimensions as number);
      report.quality[name] = quality;
      const shown = Object.entries(quality).map(([way, figures]) => `${way} ${figures.ndcg10.toFixed(3)}`);
      console.log(`${manifest.id} ${name}: nDCG@10 ${shown.join(', ')}`);
    }
  }
  await mkdir(join(import.meta.dirname, 'results'), { recursive: true });
  await writeFile(join(import.meta.dirname, 'results/models.json'), `${JSON.stringify(reports, null, 2)}\n`);
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

async function measureQuality(collection: Collection, model: EmbeddingModel, dimensions: number) {
  const local = await search(collection, model, dimensions, ['words', 'vectors', 'fused']);
  const { fused } = await search(collection, hashedEmbeddingModel, 384, ['fused']);
  return { ...local, 'built-in': fused as Figures };
}

async function search(
  collection: Collection,
  embeddingModel: EmbeddingModel,
  dimensions: number,
  wanted: Way[],
) {
  const { name, queries, relevant } = collection;
  const location = await mkdtemp(join(root, 'index-'));
  const index = await openLanceChunkIndex({ location, maintenance: { quietMs: 3_600_000, rows: 1e9 } });
  try {
    await indexPassages(index, collection, embeddingModel, dimensions);
    const retriever = createRetriever({ index });
    const found: Partial<Record<Way, Figures>> = {};
    for (const way of wanted) {
      const figures: Figures[] = [];
      for (const { id, text } of queries) {
        const { hits } = await retriever.retrieve({
          query: text,
          bases: [{ id: name, embeddingModel }],
          settings: { topN: 100, similarityThreshold: 0, ...ways[way] },
        });
        const ranking = [...new Set(hits.map((hit) => hit.documentId))].slice(0, 50);
        figures.push(scoreRanking(ranking, relevant.get(id) as Set<string>));
      }
      found[way] = meanFigures(figures);
    }
    return found as Record<Way, Figures>;
  } finally {
    await index.close();
    await rm(location, { recursive: true, force: true });
  }
}

/** Passages of some hundred characters, in calls of several sizes one after the other. */
async function measureSpeed(model: EmbeddingModel): Promise<Speed[]> {
  const { passages } = await loadCollection('piaf-fr');
  const texts = passages.slice(0, 96).map(({ text }) => text);
  await model.embed(texts.slice(0, 1), { kind: 'document' });
  const speeds: Speed[] = [];
  for (const batch of [1, 8, 32]) {
    const begin = performance.now();
    let tokens = 0;
    for (let at = 0; at < texts.length; at += batch)
      tokens += (await model.embed(texts.slice(at, at + batch), { kind: 'document' })).usage.promptTokens;
    const seconds = (performance.now() - begin) / 1000;
    speeds.push({
      batch,
      textsPerSecond: texts.length / seconds,
      tokensPerSecond: tokens / seconds,
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
