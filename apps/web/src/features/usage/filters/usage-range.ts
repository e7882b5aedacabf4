import type { UsagePreset } from './usage-view.ts';

/** First and last day, such as `2026-11-21`. */
export type Days = { from: string; to: string };

const dayLength = 86_400_000;

/** Days are reckoned as those of Greenwich, which are all of one length. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayLength).toISOString().slice(0, 10);
}

export function countDays({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / dayLength + 1;
}

/** Which day it is there. */
export function dayOf(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${read('year')}-${read('month')}-${read('day')}`;
}

/** The days that the address means: its own, or those of the named range. */
export function resolveDays(view: { range?: UsagePreset; from?: string; to?: string }, today: string): Days {
  if (view.from !== undefined && view.to !== undefined) return { from: view.from, to: view.to };
  const month = `${today.slice(0, 7)}-01`;
  const lastOfBefore = addDays(month, -1);
  switch (view.range) {
    case '7d':
      return { from: addDays(today, -6), to: today };
    case '90d':
      return { from: addDays(today, -89), to: today };
    case 'month':
      return { from: month, to: today };
    case 'last_month':
      return { from: `${lastOfBefore.slice(0, 7)}-01`, to: lastOfBefore };
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    default:
      return { from: addDays(today, -29), to: today };
  }
}

/** As many days just before, with which the figures are compared. */
export function daysBefore(days: Days): Days {
  return { from: addDays(days.from, -countDays(days)), to: addDays(days.from, -1) };
}
