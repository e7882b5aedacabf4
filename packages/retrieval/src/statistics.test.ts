import { expect, test } from 'vitest';
import type { ChunkCandidate, ChunkIndex } from './chunk-index.ts';
import { encodeProfile, hashTerm } from './profile.ts';
import { createStatisticsCache, summarize } from './statistics.ts';

function rows(texts: string[]): ChunkCandidate[] {
  return texts.map((text, i) => ({
    id: `c${i}`,
    documentId: 'd',
    profile: encodeProfile(['title'], text.split(' ')),
    vector: Float32Array.of(1, 0),
  }));
}

function buildIndex(chunks: number) {
  const state = { version: 1, chunks };
  const calls = { sample: 0 };
  const index = {
    findState: async () => ({ ...state }),
    sample: async () => {
      calls.sample++;
      return rows(['one two', 'two three']);
    },
  } as Partial<ChunkIndex> as ChunkIndex;
  return { cache: createStatisticsCache(index), state, calls, index };
}

test('counts the chunks that hold a term, in body or header', () => {
  const { chunksWith, averageLength, sampled, chunks } = summarize(rows(['one two two', 'two three']), 200);
  expect(chunksWith.get(hashTerm('two'))).toBe(2);
  expect(chunksWith.get(hashTerm('one'))).toBe(1);
  expect(chunksWith.get(hashTerm('title'))).toBe(2);
  expect({ averageLength, sampled, chunks }).toEqual({ averageLength: 2.5, sampled: 2, chunks: 200 });
});

test('a small base is read again after every change, an unchanged one never', async () => {
  const { cache, state, calls } = buildIndex(10);
  await cache.find('base');
  await cache.find('base');
  expect(calls.sample).toBe(1);
  state.version++;
  await cache.find('base');
  expect(calls.sample).toBe(2);
});

test('a large base is read again when a part of it has changed', async () => {
  const { cache, state, calls } = buildIndex(100_000);
  await cache.find('base');
  state.version++;
  state.chunks = 101_000;
  await cache.find('base');
  expect(calls.sample).toBe(1);
  state.chunks = 110_000;
  // Old figures serve this search; the new ones are there for a later one.
  expect((await cache.find('base'))?.chunks).toBe(100_000);
  expect(calls.sample).toBe(2);
  expect((await cache.find('base'))?.chunks).toBe(110_000);
  state.version++;
  state.chunks = 300_000;
  expect((await cache.find('base'))?.chunks).toBe(300_000);
});

test('a failed reading is tried again', async () => {
  const { cache, index } = buildIndex(10);
  const { sample } = index;
  index.sample = () => Promise.reject(new Error('disk'));
  await expect(cache.find('base')).rejects.toThrow('disk');
  index.sample = sample;
  expect((await cache.find('base'))?.sampled).toBe(2);
});
