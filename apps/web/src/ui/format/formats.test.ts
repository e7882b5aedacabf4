import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatDuration,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRelative,
  numberLocaleOf,
  separatorsOf,
} from './formats.ts';

it('separates thousands by commas in English and keeps two decimals', () => {
  expect(formatNumber(1_234_567.891)).toBe('1,234,567.89');
  expect(formatNumber(0.5)).toBe('0.50');
  expect(formatNumber(0.5, 'en', 1)).toBe('0.5');
  expect(formatNumber(3)).toBe('3');
  expect(formatNumber(1_000_000)).toBe('1,000,000');
});

it('writes numbers as the language does, or as the profile says', () => {
  const write = (language: string, format?: 'auto' | 'comma' | 'point' | 'space') =>
    formatNumber(1_234_567.5, numberLocaleOf(language, format));
  expect(write('fr')).toBe('1\u202f234\u202f567,50');
  expect(write('zh')).toBe('1,234,567.50');
  expect([write('fr', 'comma'), write('en', 'point')]).toEqual(['1,234,567.50', '1.234.567,50']);
  expect(separatorsOf('fr')).toEqual({ thousandSeparator: '\u202f', decimalSeparator: ',' });
  expect(formatMoney(1_234.5, 'EUR', 'fr', 'en')).toBe('1,234.50\u00a0€');
});

it('writes money with two places and the sign where the language puts it', () => {
  expect(formatMoney(1_234.5, 'EUR', 'en')).toBe('€1,234.50');
  expect(formatMoney(1_234.5, 'EUR', 'fr')).toBe('1\u202f234,50\u00a0€');
  expect(formatMoney(-3, 'USD', 'en')).toBe('-$3.00');
  expect(formatMoney(0, 'CHF', 'en')).toBe('CHF0.00');
});

it('writes shares with one place at most', () => {
  expect(formatPercent(0.805, 'en')).toBe('80.5%');
  expect(formatPercent(1, 'fr')).toBe('100\u202f%');
});

it('writes sizes in the unit and language that fit', () => {
  expect(formatBytes(0, 'en')).toBe('0\u00a0B');
  expect(formatBytes(1_536, 'en')).toBe('1.5\u00a0kB');
  expect(formatBytes(10 * 1_024 * 1_024, 'fr')).toBe('10\u00a0Mo');
  expect(formatBytes(5 * 1_024 ** 5, 'en')).toBe('5,120\u00a0TB');
});

describe('durations', () => {
  it('grow from milliseconds to days', () => {
    expect(formatDuration(840, 'en')).toBe('840\u00a0ms');
    expect(formatDuration(2_400, 'en')).toBe('2.4\u00a0s');
    expect(formatDuration(61_000, 'en')).toBe('1 min 1 sec');
    expect(formatDuration(90_000_000, 'en')).toBe('1 day 1 hr');
  });

  it('never show sixty seconds', () => {
    expect(formatDuration(59_949, 'en')).toBe('59.9\u00a0s');
    expect(formatDuration(59_999, 'en')).toBe('1 min');
  });
});

it('tells how long ago within a week only', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const before = (seconds: number) => formatRelative(new Date(now.getTime() - seconds * 1_000), now, 'en');
  expect(before(10)).toBe('10 seconds ago');
  expect(before(3_599)).toBe('59 minutes ago');
  expect(before(86_400)).toBe('yesterday');
  expect(before(8 * 86_400)).toBeUndefined();
});
