import { expect, test } from 'vitest';
import { findVectorScale, scoreVector } from './scoring.ts';
import type { BaseStatistics } from './statistics.ts';

const query = Float32Array.of(1, 0);
/** A unit vector with this cosine to the query. */
const at = (cosine: number) => Float32Array.of(cosine, Math.sqrt(1 - cosine * cosine));

/** Cosines spread evenly around a mean, as those of chunks that have nothing to do with the question. */
function buildBase(mean: number, spread: number, count = 128): BaseStatistics {
  const vectors = Array.from({ length: count }, (_, i) => at(mean + spread * ((2 * i) / (count - 1) - 1)));
  return { chunks: count, sampled: count, averageLength: 10, chunksWith: new Map(), vectors };
}

test('a model that crowds its cosines gives unrelated chunks nothing, and an answer nearly all', () => {
  const scale = findVectorScale(query, buildBase(0.8, 0.03), false);
  expect(scoreVector(query, at(0.8), scale)).toBe(0);
  expect(scoreVector(query, at(0.82), scale)).toBe(0);
  expect(scoreVector(query, at(0.87), scale)).toBeGreaterThan(0.5);
  const answer = scoreVector(query, at(0.95), scale);
  expect(answer).toBeGreaterThan(0.95);
  expect(scoreVector(query, at(0.96), scale)).toBeGreaterThan(answer);
});

test('models of different spread rate a question alike', () => {
  const narrow = scoreVector(query, at(0.8 + 0.06), findVectorScale(query, buildBase(0.8, 0.03), false));
  const wide = scoreVector(query, at(0.2 + 0.2), findVectorScale(query, buildBase(0.2, 0.1), false));
  expect(narrow).toBeCloseTo(wide, 5);
});

test('where vectors compare words, only the same text has a full score', () => {
  const scale = findVectorScale(query, buildBase(0.02, 0.05), true);
  expect(scale.full).toBe(1);
  expect(scoreVector(query, at(0.5), scale)).toBeLessThan(0.6);
});

test('too few chunks, or all alike, tell nothing of a spread', () => {
  expect(findVectorScale(query, buildBase(0.8, 0.03, 5), false).full).toBe(1);
  expect(findVectorScale(query, buildBase(0.8, 0), false).full).toBe(1);
});

test('vectors of another model have no scale', () => {
  expect(findVectorScale(Float32Array.of(1, 0, 0), buildBase(0.8, 0.03), false)).toEqual({
    floor: 0,
    full: 1,
  });
});
