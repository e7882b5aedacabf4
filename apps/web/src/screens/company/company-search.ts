import { readText } from '../define-screen.ts';

function readPage(value: unknown): number | undefined {
  const page = Number(readText(value));
  return Number.isSafeInteger(page) && page >= 1 ? page : undefined;
}

function readDay(value: unknown): string | undefined {
  const day = readText(value);
  return day && /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) ? day : undefined;
}

export type TeamSearch = { tab?: 'activity'; search?: string; page?: number; from?: string; to?: string };

/** The tab, and what is shown in it; each tab starts fresh. */
export function readTeamSearch(input: Record<string, unknown>): TeamSearch {
  const from = readDay(input.from);
  const to = readDay(input.to);
  return {
    tab: input.tab === 'activity' ? 'activity' : undefined,
    search: readText(input.search),
    page: readPage(input.page),
    // One day without the other would be half a range.
    ...(from && to && from <= to ? { from, to } : {}),
  };
}

export type RightsSearch = { search?: string; page?: number };

export function readRightsSearch(input: Record<string, unknown>): RightsSearch {
  return { search: readText(input.search), page: readPage(input.page) };
}
