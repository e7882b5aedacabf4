import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { IndexedChunk } from '@lectern/retrieval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { describeChunkIndex } from './chunk-index-contract.ts';
import { chunkIndexPlace, openLanceChunkIndex, removeEarlierFormats } from './index.ts';

describeChunkIndex('LanceDB in a local folder', async () => {
  const location = await mkdtemp(join(tmpdir(), 'lectern-index-'));
  return {
    open: () => openLanceChunkIndex({ location }),
    remove: () => rm(location, { recursive: true, force: true }),
  };
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-index-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function randomChunks(count: number): IndexedChunk[] {
  // A fixed sequence: the same vectors in every run.
  let state = 42;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return Array.from({ length: count }, (_, i) => {
    const values = Array.from({ length: 32 }, next);
    const length = Math.hypot(...values);
    const vector = Float32Array.from(values, (value) => value / length);
    return {
      id: `c${i}`,
      documentId: `d${i % 7}`,
      terms: `term${i % 5}`,
      profile: new Uint8Array(8),
      vector,
    };
  });
}

test('the approximate vector index finds nearly what comparing every vector finds', async () => {
  const chunks = randomChunks(3_000);
  const index = await openLanceChunkIndex({ location: folder, maintenance: { vectorIndexRows: 1_000 } });
  await index.create('base', { dimensions: 32 });
  await index.upsertChunks('base', chunks);
  const nearest = async (vector: Float32Array) =>
    (await index.search('base', { kind: 'vector', vector, limit: 20 })).slice(0, 10).map(({ id }) => id);
  const questions = chunks.slice(0, 20).map(({ vector }) => vector);
  const exact = await Promise.all(questions.map(nearest));
  await index.optimise('base');
  const approximate = await Promise.all(questions.map(nearest));
  const found = approximate.flatMap((ids, i) => ids.filter((id) => exact[i]!.includes(id)));
  // Vectors without any structure are the hardest case; real ones are measured in bench/retrieval-speed.
  expect(found.length / 200).toBeGreaterThan(0.9);
  // What comes after the index was built is found as well.
  const [last] = randomChunks(1);
  await index.upsertDocument('base', 'later', [{ ...last!, id: 'later', documentId: 'later' }]);
  expect(await nearest(last!.vector)).toContain('later');
  const filtered = await index.search('base', {
    kind: 'vector',
    vector: last!.vector,
    limit: 5,
    filter: { documentIds: ['d3'] },
  });
  expect(filtered.map(({ documentId }) => documentId)).toEqual(['d3', 'd3', 'd3', 'd3', 'd3']);
  await index.close();
});

test('a filter of many documents is kept to, also where none of the nearest passages is within', async () => {
  const documents = 9_000;
  // The nearer to the question, the smaller the number.
  const chunks = Array.from({ length: documents }, (_, n): IndexedChunk => {
    const angle = (n / documents) * (Math.PI / 2);
    return {
      id: `c${n}`,
      documentId: `d${n}`,
      terms: 'term',
      profile: new Uint8Array(8),
      vector: Float32Array.from([Math.cos(angle), Math.sin(angle)]),
    };
  });
  const index = await openLanceChunkIndex({ location: folder });
  await index.create('base', { dimensions: 2 });
  await index.upsertChunks('base', chunks);
  const ids = (from: number, to = documents) => chunks.slice(from, to).map(({ documentId }) => documentId);
  const nearest = async (filter: { documentIds?: string[]; excludedDocumentIds?: string[] }, limit = 3) => {
    const question = { kind: 'vector', vector: Float32Array.from([1, 0]), limit, filter } as const;
    return (await index.search('base', question)).map(({ documentId }) => documentId);
  };
  expect(await nearest({ documentIds: ids(2) })).toEqual(['d2', 'd3', 'd4']);
  expect(await nearest({ documentIds: ids(500) })).toEqual(['d500', 'd501', 'd502']);
  expect(await nearest({ excludedDocumentIds: ids(0, 8_500) })).toEqual(['d8500', 'd8501', 'd8502']);
  expect(await nearest({ documentIds: ids(100), excludedDocumentIds: ids(101, 8_999) })).toEqual([
    'd100',
    'd8999',
  ]);
  expect(await nearest({ excludedDocumentIds: ids(0) })).toEqual([]);
  await index.close();
});

test('maintenance runs by itself after writes and reports what fails', async () => {
  const failures: unknown[] = [];
  const index = await openLanceChunkIndex({
    location: folder,
    maintenance: { rows: 1, quietMs: 1 },
    onMaintenanceError: (_, error) => failures.push(error),
  });
  await index.create('base', { dimensions: 32 });
  const before = await index.upsertChunks('base', randomChunks(50));
  let version = before.version;
  while (version === before.version) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    version = (await index.findState('base'))!.version;
  }
  const found = await index.search('base', { kind: 'keyword', terms: ['term1'], limit: 50 });
  expect(found).toHaveLength(10);
  expect(failures).toEqual([]);
  await index.close();
});

test('what a killed process left unindexed is taken up at the next start', async () => {
  const never = { maintenance: { rows: 1e9, quietMs: 3_600_000 } };
  const first = await openLanceChunkIndex({ location: folder, ...never });
  await first.create('base', { dimensions: 32 });
  const { version } = await first.upsertChunks('base', randomChunks(50));
  await first.close();
  const second = await openLanceChunkIndex({ location: folder, maintenance: { rows: 1, quietMs: 1 } });
  let state = await second.findState('base');
  while (state!.version === version) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    state = await second.findState('base');
  }
  expect(state!.chunks).toBe(50);
  await second.close();
});

test('old versions go when the base is at rest', async () => {
  const index = await openLanceChunkIndex({
    location: folder,
    maintenance: { rows: 1e9, quietMs: 1, keepVersionsMs: 1 },
  });
  await index.create('base', { dimensions: 32 });
  for (const chunk of randomChunks(8)) await index.upsertChunks('base', [chunk]);
  // Nothing is written from here on.
  await vi.waitFor(
    async () => expect((await readdir(join(folder, 'base.lance/_versions'))).length).toBeLessThan(3),
    { timeout: 20_000, interval: 50 },
  );
  await index.close();
});

test('indexes of earlier forms are removed, and nothing else', async () => {
  const now = chunkIndexPlace(folder);
  for (const path of [
    now,
    join(folder, 'format-1', 'base.lance'),
    join(folder, 'format-999'),
    join(folder, 'other'),
  ])
    await mkdir(path, { recursive: true });
  await removeEarlierFormats(folder);
  expect(new Set(await readdir(folder))).toEqual(new Set([basename(now), 'format-999', 'other']));
  await removeEarlierFormats(join(folder, 'missing'));
});

test('a base id that is a path is refused', async () => {
  const index = await openLanceChunkIndex({ location: folder });
  await expect(index.create('../elsewhere', { dimensions: 4 })).rejects.toThrow(/knowledge base id/);
  await expect(index.findState('a/b')).rejects.toThrow(/knowledge base id/);
  await index.close();
});

test('a table that another process dropped, or made anew, is no fault', async () => {
  const first = await openLanceChunkIndex({ location: folder });
  const second = await openLanceChunkIndex({ location: folder });
  await first.create('base', { dimensions: 32 });
  await first.upsertChunks('base', randomChunks(3));
  expect(await second.findState('base')).toMatchObject({ chunks: 3 });
  await first.drop('base');
  expect(await second.findState('base')).toBeUndefined();
  await first.create('base', { dimensions: 32 });
  expect(await second.findState('base')).toMatchObject({ chunks: 0 });
  await first.drop('base');
  await second.drop('base');
  await second.create('base', { dimensions: 32 });
  expect(await first.findState('base')).toMatchObject({ chunks: 0 });
  await first.close();
  await second.close();
});

test('an emptied base takes vectors of another length; one with chunks does not', async () => {
  const index = await openLanceChunkIndex({ location: folder });
  await index.create('base', { dimensions: 16 });
  await index.create('base', { dimensions: 32 });
  await index.upsertChunks('base', randomChunks(3));
  await expect(index.create('base', { dimensions: 16 })).rejects.toThrow('32 dimensions');
  expect(await index.findState('base')).toMatchObject({ chunks: 3 });
  await index.close();
});
