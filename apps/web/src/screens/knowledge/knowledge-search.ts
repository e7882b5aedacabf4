import {
  type DocumentFilter,
  documentFilter,
  type RetrievalSettings,
  retrievalSettings,
} from '@lectern/contract';
import { readText } from '../define-screen.ts';

const sorts = ['name', 'created_at', 'size', 'chunk_count'] as const;
const directions = ['asc', 'desc'] as const;

/** A whole number from `least`, or undefined. */
export function readCount(value: unknown, least = 1): number | undefined {
  const count = Number(readText(value));
  return Number.isSafeInteger(count) && count >= least ? count : undefined;
}

export type ListSearch = { search?: string; page?: number };

export function readListSearch(input: Record<string, unknown>): ListSearch {
  return { search: readText(input.search), page: readCount(input.page) };
}

/** The base that its sections belong to. */
export function readBaseSearch(input: Record<string, unknown>): { id: string } {
  return { id: readText(input.id) ?? '' };
}

/** Settings that an evaluation found good, to be tried. */
export type TestingSearch = { id: string; settings?: RetrievalSettings };

export function readTestingSearch(input: Record<string, unknown>): TestingSearch {
  const settings =
    input.settings === undefined ? undefined : retrievalSettings.safeParse(input.settings).data;
  return { id: readText(input.id) ?? '', ...(settings ? { settings } : {}) };
}

export function readEvaluationSearch(input: Record<string, unknown>): {
  id: string;
  set?: string;
  run?: string;
} {
  return { id: readText(input.id) ?? '', set: readText(input.set), run: readText(input.run) };
}

export type DatasetSearch = {
  id: string;
  search?: string;
  status?: number;
  filter?: DocumentFilter;
  sort?: (typeof sorts)[number];
  direction?: (typeof directions)[number];
  page?: number;
  /** The website import whose pages are shown. */
  website?: string;
};

export function readDatasetSearch(input: Record<string, unknown>): DatasetSearch {
  const status = readCount(input.status, 0);
  return {
    id: readText(input.id) ?? '',
    search: readText(input.search),
    status: status !== undefined && status <= 4 ? status : undefined,
    filter: input.filter === undefined ? undefined : documentFilter.safeParse(input.filter).data,
    sort: sorts.find((sort) => sort === input.sort),
    direction: directions.find((direction) => direction === input.direction),
    page: readCount(input.page),
    website: readText(input.website),
  };
}

export type ChunkSearch = {
  document: string;
  chunk?: string;
  search?: string;
  enabled?: boolean;
  page?: number;
};

export function readChunkSearch(input: Record<string, unknown>): ChunkSearch {
  const enabled = readText(input.enabled);
  return {
    document: readText(input.document) ?? '',
    chunk: readText(input.chunk),
    search: readText(input.search),
    enabled: enabled === 'true' ? true : enabled === 'false' ? false : undefined,
    page: readCount(input.page),
  };
}
