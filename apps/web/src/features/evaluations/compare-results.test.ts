import type { EvaluationOutcome, EvaluationResult } from '@lectern/contract';
import { expect, test } from 'vitest';
import { compareResults } from './compare-results.ts';

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
