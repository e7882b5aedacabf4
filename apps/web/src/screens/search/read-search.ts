import { type DocumentFilter, documentFilter, type SavedSearch } from '@lectern/contract';
import { type DateRange, dateRanges, type Filters } from '../../features/searches/filters.ts';
import { readText } from '../define-screen.ts';

/** A search as its address holds it. */
export type SearchAddress = {
  q?: string;
  /** The knowledge bases to search; all without. */
  in?: string[];
  /** Only documents for which it holds. */
  filter?: DocumentFilter;
  base?: string[];
  type?: string[];
  date?: DateRange;
};

function readList(value: unknown): string[] | undefined {
  const texts = (Array.isArray(value) ? value : [value]).flatMap((item) => readText(item) ?? []);
  return texts.length > 0 ? texts.slice(0, 64) : undefined;
}

export function readSearchAddress(input: Record<string, unknown>): SearchAddress {
  return {
    q: readText(input.q)?.slice(0, 2_000),
    in: readList(input.in),
    filter: input.filter === undefined ? undefined : documentFilter.safeParse(input.filter).data,
    base: readList(input.base),
    type: readList(input.type),
    date: dateRanges.find((range) => range === input.date),
  };
}

export function filtersOf({ base = [], type = [], date }: SearchAddress): Filters {
  return { bases: base, formats: type, date };
}

export function addressOf({ bases, formats, date }: Filters): SearchAddress {
  return {
    base: bases.length > 0 ? bases : undefined,
    type: formats.length > 0 ? formats : undefined,
    date,
  };
}

/** The filters of an address as they are saved: texts by the name that they have in the address. */
export function savedFiltersOf({ base, type, date }: SearchAddress): Record<string, string[]> {
  const entries = Object.entries({ base, type, date }).flatMap(([facet, value]): [string, string[]][] =>
    value === undefined ? [] : [[facet, [value].flat()]],
  );
  return Object.fromEntries(entries);
}

export function addressOfSaved({ question, knowledgeBaseIds, filter, filters }: SavedSearch): SearchAddress {
  const { date, ...others } = filters;
  return readSearchAddress({
    q: question,
    in: knowledgeBaseIds,
    filter: filter ?? undefined,
    ...others,
    date: date?.[0],
  });
}
