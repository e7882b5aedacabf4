import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLanceChunkIndex } from '../packages/adapters/src/chunk-index/index.ts';
import { hashedEmbeddingModel } from '../packages/models/src/providers/built-in/index.ts';
import {
  type ChunkIndex,
  createRetriever,
  type IndexedChunk,
  prepareChunks,
} from '../packages/retrieval/src/index.ts';
import { cutPassage, loadCollection, referenceFigures } from './retrieval-collections.ts';

/**
 * Speed of search at 10,000 and 100,000 chunks, by one and by eight callers, and how many of the ten nearest vectors
 * the approximate index finds. Real passages, tiled with a changed number and a word of their own in each round, so
 * that copies are near each other but not the same.
 *   node bench/retrieval-speed.ts [sizes, default 10000 100000]
 */
const sizes = process.argv
  .slice(2)
  .filter((argument) => /^\d+$/.test(argument))
  .map(Number);
const folder = await mkdtemp(join(tmpdir(), 'lectern-speed-'));
const { texts, queries } = await readTexts();
const results = [];
try {
  for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) results.push(await measure(size));
} finally {
  await rm(folder, { recursive: true, force: true });
}
console.table(results);
await mkdir(join(import.meta.dirname, 'results'), { recursive: true });
const report = { cores: cpus().length, load: loadavg()[0], node: process.version, results };
await writeFile(
  join(import.meta.dirname, 'results/retrieval-speed.json'),
  `${JSON.stringify(report, null, 2)}\n`,
);

async function readTexts() {
  const passages: { title: string; text: string }[] = [];
  const asked: string[] = [];
  for (const name of Object.keys(referenceFigures)) {
    const collection = await loadCollection(name);
    for (const { title, text } of collection.passages) {
      for (const piece of cutPassage(text)) passages.push({ title, text: piece });
    }
    asked.push(...collection.queries.slice(0, 40).map(({ text }) => text));
  }
  return { texts: passages, queries: asked };
}

async function measure(size: number) {
  const index = await openLanceChunkIndex({
    location: join(folder, String(size)),
    maintenance: { quietMs: 3_600_000, rows: 1e9 },
  });
  await index.create('base', { dimensions: 384 });
  let prepareMs = 0;
  let writeMs = 0;
  for (let from = 0; from < size; from += 2_000) {
    const started = performance.now();
    const chunks = await prepareTile(from, Math.min(2_000, size - from));
    prepareMs += performance.now() - started;
    const written = performance.now();
    await index.upsertChunks('base', chunks);
    writeMs += performance.now() - written;
  }
  const optimiseStart = performance.now();
  await index.optimise('base');
  const optimiseMs = performance.now() - optimiseStart;
  const recall = await measureRecall(index);
  const one = await callers(index, 1);
  const eight = await callers(index, 8);
  await index.close();
  return {
    chunks: size,
    'analyse + embed /s': Math.round((size / prepareMs) * 1000),
    'index /s': Math.round((size / writeMs) * 1000),
    'optimise s': round(optimiseMs / 1000),
    'recall@10': round(recall, 3),
    'p50 ms, 1 caller': round(one.p50),
    'p99 ms, 1 caller': round(one.p99),
    'p50 ms, 8 callers': round(eight.p50),
    'p99 ms, 8 callers': round(eight.p99),
    'queries/s, 8 callers': Math.round(eight.perSecond),
    'cpu ms a query': round(one.cpuMs),
  };
}

async function prepareTile(from: number, count: number): Promise<IndexedChunk[]> {
  const chunks = Array.from({ length: count }, (_, i) => {
    const at = from + i;
    const round = Math.floor(at / texts.length);
    const { title, text } = texts[at % texts.length]!;
    const changed =
      round === 0 ? text : `${text.replace(/\d+/g, (digits) => String(Number(digits) + round))} copy${at}`;
    return { id: `c${at}`, documentId: `d${Math.floor(at / 50)}`, title, text: changed };
  });
  return (await prepareChunks(chunks, { embeddingModel: hashedEmbeddingModel })).chunks;
}

/** The ten nearest by comparing every vector, against what the index gives. */
async function measureRecall(index: ChunkIndex): Promise<number> {
  const all = await index.sample('base', 10_000_000);
  let found = 0;
  const asked = queries.filter((_, i) => i % 4 === 0).slice(0, 100);
  for (const query of asked) {
    const { vectors } = await hashedEmbeddingModel.embed([query], { kind: 'query' });
    const vector = vectors[0]!;
    const scored = all.map((chunk) => ({ id: chunk.id, cosine: dot(vector, chunk.vector) }));
    const tenth = scored.map(({ cosine }) => cosine).sort((a, b) => b - a)[9]!;
    const near = new Set(scored.filter(({ cosine }) => cosine >= tenth - 1e-6).map(({ id }) => id));
    // As retrieval asks: more candidates than it returns.
    const hits = await index.search('base', { kind: 'vector', vector, limit: 60 });
    const byCosine = hits.map((hit) => ({ id: hit.id, cosine: dot(vector, hit.vector) }));
    byCosine.sort((a, b) => b.cosine - a.cosine);
    found += byCosine.slice(0, 10).filter(({ id }) => near.has(id)).length / 10;
  }
  return found / asked.length;
}

async function callers(index: ChunkIndex, count: number) {
  const retriever = createRetriever({ index });
  const bases = [{ id: 'base', embeddingModel: hashedEmbeddingModel }];
  // Warm in every language: the first Chinese question loads a dictionary.
  for (const query of queries.filter((_, i) => i % 8 === 0)) await retriever.retrieve({ query, bases });
  const times: number[] = [];
  let next = 0;
  const started = performance.now();
  const cpuStart = process.cpuUsage();
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (next < queries.length) {
        const query = queries[next++]!;
        const begin = performance.now();
        await retriever.retrieve({ query, bases });
        times.push(performance.now() - begin);
      }
    }),
  );
  const perSecond = (times.length / (performance.now() - started)) * 1000;
  const cpu = process.cpuUsage(cpuStart);
  const cpuMs = (cpu.user + cpu.system) / 1000 / times.length;
  times.sort((a, b) => a - b);
  const percentile = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))]!;
  return { p50: percentile(0.5), p99: percentile(0.99), perSecond, cpuMs };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
