import type { EvaluationOutcome, EvaluationResult, EvaluationVariant } from '@lectern/contract';
import { expect, test } from 'vitest';
import { compareResults } from './compare-results.ts';
import { isBestAlone } from './figures-table.tsx';

const outcome = (...ranks: (number | null)[]): EvaluationOutcome => ({
  ranks,
  hit: ranks.some((rank) => rank !== null),
  tookMs: 1,
  first: [],
});
const result = (question: string, ...outcomes: EvaluationOutcome[]): EvaluationResult => ({
  question,
  expected: [],
  outcomes,
});

test('questions got better, worse or stayed, within a run and between two', () => {
  const items = [
    result('a', outcome(3), outcome(1)),
    result('b', outcome(1, null), outcome(null, 4)),
    result('c', outcome(2), outcome(2)),
  ];
  const changes = compareResults({ items, variant: 0 }, { items, variant: 1 }).map(({ change }) => change);
  expect(changes).toEqual(['better', 'worse', 'same']);
  const later = [result('c', outcome(1)), result('new', outcome(1))];
  expect(compareResults({ items, variant: 0 }, { items: later, variant: 0 })).toMatchObject([
    { question: 'c', change: 'better' },
  ]);
});

test('no variant is the best of equals', () => {
  const variant = (ndcg10: number) => ({ figures: { ndcg10 } }) as EvaluationVariant;
  expect(isBestAlone([variant(0.8), variant(0.9), variant(0.8)])).toBe(true);
  expect(isBestAlone([variant(0.9), variant(0.9), variant(0.8)])).toBe(false);
  expect(isBestAlone([variant(0.9)])).toBe(false);
});
