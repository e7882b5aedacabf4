import { expect, it, test } from 'vitest';
import { bucketDays } from '../days/day-buckets.ts';
import { addDays, countDays, dayOf, daysBefore, resolveDays } from './usage-range.ts';

test.each([
  [undefined, '2026-02-03', '2026-03-04'],
  ['7d', '2026-02-26', '2026-03-04'],
  ['30d', '2026-02-03', '2026-03-04'],
  ['90d', '2025-12-05', '2026-03-04'],
  ['month', '2026-03-01', '2026-03-04'],
  ['last_month', '2026-02-01', '2026-02-28'],
  ['year', '2026-01-01', '2026-03-04'],
] as const)('%s ends where it should', (range, from, to) => {
  expect(resolveDays({ range }, '2026-03-04')).toEqual({ from, to });
});

it('takes the days of the address before a named range, and the last month across the year', () => {
  const days = { from: '2024-02-28', to: '2024-03-01' };
  expect(resolveDays({ range: '7d', ...days }, '2026-03-04')).toEqual(days);
  expect(countDays(days)).toBe(3);
  expect(daysBefore(days)).toEqual({ from: '2024-02-25', to: '2024-02-27' });
  expect(resolveDays({ range: 'last_month' }, '2026-01-15')).toEqual({
    from: '2025-12-01',
    to: '2025-12-31',
  });
});

it('knows which day it is elsewhere', () => {
  const now = new Date('2026-03-04T23:30:00Z');
  expect(dayOf(now, 'Europe/Paris')).toBe('2026-03-05');
  expect(dayOf(now, 'America/New_York')).toBe('2026-03-04');
});

const day = (date: string, requests: number) => ({
  day: date,
  requests,
  failed: 1,
  modelCalls: 0,
  promptTokens: 2,
  completionTokens: 3,
  embeddingTokens: 4,
  cost: 0.5,
  averageDurationMs: 0,
});

it('draws days as they are, and a long range by weeks from Monday on', () => {
  const run = (count: number) => Array.from({ length: count }, (_, n) => day(addDays('2026-01-01', n), 1));
  expect(bucketDays(run(92), 92)).toMatchObject({ unit: 'day', buckets: { length: 92 } });
  const { unit, buckets } = bucketDays(run(93), 92);
  expect(unit).toBe('week');
  // The first of January 2026 is a Thursday.
  expect(buckets[0]).toMatchObject({ from: '2026-01-01', to: '2026-01-04', requests: 4, cost: 2 });
  expect(buckets[1]).toMatchObject({
    from: '2026-01-05',
    to: '2026-01-11',
    requests: 7,
    embeddingTokens: 28,
  });
  expect(buckets.reduce((sum, bucket) => sum + bucket.requests, 0)).toBe(93);
});
