import { expect, test } from 'vitest';
import { meanFigures, scoreRanking, scoreRanks } from './figures.ts';

test('figures are those that one gets by hand', () => {
  // Three are relevant, at places 1 and 4, and one is missing.
  const figures = scoreRanks([1, 4, null]);
  expect(figures.recall5).toBeCloseTo(2 / 3, 10);
  expect(figures.recall10).toBeCloseTo(2 / 3, 10);
  expect(figures.mrr10).toBe(1);
  // 1/log2(2) + 1/log2(5) = 1.430677; ideal 1/log2(2) + 1/log2(3) + 1/log2(4) = 2.130930.
  expect(figures.ndcg10).toBeCloseTo(0.671386, 5);
});

test('what stands deeper counts for the deeper figures alone', () => {
  expect(scoreRanks([7])).toEqual({ ndcg10: 1 / 3, recall5: 0, recall10: 1, recall50: 1, mrr10: 1 / 7 });
  expect(scoreRanks([11])).toEqual({ ndcg10: 0, recall5: 0, recall10: 0, recall50: 1, mrr10: 0 });
  expect(scoreRanks([null])).toEqual({ ndcg10: 0, recall5: 0, recall10: 0, recall50: 0, mrr10: 0 });
});

test('of more than ten, the best that ten places can hold is perfect', () => {
  const figures = scoreRanks(Array.from({ length: 20 }, (_, n) => n + 1));
  expect(figures.ndcg10).toBeCloseTo(1, 10);
  expect(figures.recall10).toBe(0.5);
});

test('two that one hit shows do not gain more than all', () => {
  expect(scoreRanks([1, 1]).ndcg10).toBe(1);
});

test('a ranking of ids is scored by the places of what is relevant', () => {
  // 1/log2(3) = 0.630930 of 1 + 0.630930.
  const figures = scoreRanking(['a', 'b', 'c'], new Set(['b', 'x']));
  expect(figures.ndcg10).toBeCloseTo(0.386853, 5);
  expect(figures).toMatchObject({ recall5: 0.5, recall10: 0.5, mrr10: 0.5 });
});

test('questions weigh the same in the mean; without any there is none', () => {
  expect(
    meanFigures([
      { a: 1, b: 0 },
      { a: 0, b: 0.5 },
    ]),
  ).toEqual({ a: 0.5, b: 0.25 });
  expect(() => meanFigures([])).toThrow();
  expect(() => scoreRanks([])).toThrow();
});
