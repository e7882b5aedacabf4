import { expect, it } from 'vitest';
import { groupByDay } from './group-by-day.ts';

it('groups by the calendar of the time zone, not by hours passed', () => {
  const now = new Date('2026-11-21T01:00:00Z');
  const items = [
    { updatedAt: '2026-11-21T00:30:00Z' },
    { updatedAt: '2026-11-20T23:30:00Z' },
    { updatedAt: '2026-11-16T12:00:00Z' },
    { updatedAt: '2026-10-30T12:00:00Z' },
    { updatedAt: '2025-01-01T00:00:00Z' },
  ];
  const groups = (timeZone: string) =>
    groupByDay(items, now, timeZone).map(({ group, items: members }) => [group, members.length]);
  expect(groups('UTC')).toEqual([
    ['today', 1],
    ['yesterday', 1],
    ['week', 1],
    ['month', 1],
    ['older', 1],
  ]);
  // In New York it is still the 20th for all of the first two.
  expect(groups('America/New_York')).toEqual([
    ['today', 2],
    ['week', 1],
    ['month', 1],
    ['older', 1],
  ]);
});
