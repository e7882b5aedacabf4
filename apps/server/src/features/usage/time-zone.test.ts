import { describe, expect, test } from 'vitest';
import { addDays, openTimeZone } from './time-zone.ts';
import { resolveRange } from './usage-range.ts';

test.each([
  ['UTC', '2026-01-01', '2026-01-01T00:00:00.000Z'],
  ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01', '2025-12-31T18:15:00.000Z'],
  // An offset is east of Greenwich where it has a plus, as ISO says and not as POSIX does.
  ['+05:30', '2026-01-01', '2025-12-31T18:30:00.000Z'],
  ['Europe/Paris', '2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['Europe/Paris', '2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['Europe/Paris', '2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['Europe/Paris', '2026-10-26', '2026-10-25T23:00:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-06', '2026-04-05T13:30:00.000Z'],
  // The clock leaps over midnight: the day begins at one.
  ['Africa/Cairo', '2024-04-26', '2024-04-25T22:00:00.000Z'],
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z'],
  // Midnight comes twice or is the moment of the change.
  ['America/Havana', '2025-11-02', '2025-11-02T04:00:00.000Z'],
  ['Asia/Beirut', '2024-10-27', '2024-10-26T22:00:00.000Z'],
  // A day that was left out is as long as nothing.
  ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z'],
])('in %s the day %s begins at %s', (zone, day, moment) => {
  expect(openTimeZone(zone).startOfDay(day).toISOString()).toBe(moment);
});

test.each([
  ['Europe/Paris', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59+01:00'],
  ['Europe/Paris', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00+02:00'],
  ['Asia/Kolkata', '2026-01-01T00:00:00Z', '2026-01-01T05:30:00+05:30'],
  ['America/St_Johns', '2026-01-01T00:00:00Z', '2025-12-31T20:30:00-03:30'],
  ['UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00+00:00'],
])('in %s the moment %s is written %s', (zone, moment, text) => {
  expect(openTimeZone(zone).format(new Date(moment))).toBe(text);
  expect(Date.parse(text)).toBe(Date.parse(moment));
});

test('every day of a year of every zone ends where the next begins, and holds its own moments', () => {
  for (const name of Intl.supportedValuesOf('timeZone').filter((_, n) => n % 8 === 0)) {
    const zone = openTimeZone(name);
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const [begin, end] = [zone.startOfDay(day), zone.startOfDay(addDays(day, 1))];
      expect([zone.dayOf(begin), zone.dayOf(new Date(end.getTime() - 1))], `${name} ${day}`).toEqual([
        day,
        day,
      ]);
    }
  }
});

describe('a range', () => {
  // In Paris it is already the next day.
  const now = new Date('2026-03-29T22:30:00Z');

  test('is the last thirty days unless it is said', () => {
    const range = resolveRange({}, 'Europe/Paris', now);
    expect([range.from, range.to, range.days.length, range.bounds.length]).toEqual([
      '2026-03-01',
      '2026-03-30',
      30,
      31,
    ]);
    expect(range.previousBegin.toISOString()).toBe('2026-01-29T23:00:00.000Z');
    expect(resolveRange({}, 'UTC', now).to).toBe('2026-03-29');
    expect(resolveRange({ to: '2025-01-31' }, 'UTC', now).from).toBe('2025-01-02');
  });

  test.each([
    [{ from: '2026-03-02', to: '2026-03-01' }],
    [{ from: '2025-01-01', to: '2026-02-05' }],
    [{ from: '2026-05-01' }],
    [{ from: '0000-01-01', to: '0000-01-02' }],
    [{ from: '9999-12-30', to: '9999-12-31' }],
  ])('%j is refused', (asked) => {
    expect(() => resolveRange(asked, 'UTC', now)).toThrow('usage.range_invalid');
  });

  test('has at most 400 days', () => {
    expect(resolveRange({ from: '2025-01-01', to: '2026-02-04' }, 'UTC', now).days).toHaveLength(400);
  });
});
