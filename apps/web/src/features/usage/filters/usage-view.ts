import type { UsageGrouping, usageSources } from '@lectern/contract';

/** Ranges that move with the calendar; the last 30 days where the address names none. */
export const usagePresets = ['7d', '30d', '90d', 'month', 'last_month', 'year'] as const;
export type UsagePreset = (typeof usagePresets)[number];

/** By what the breakdown is made; days have the chart. */
export type UsageGroup = Exclude<UsageGrouping, 'day'> | 'company';
export const usageGroups = [
  'company',
  'account',
  'assistant',
  'flow',
  'model',
  'source',
] as const satisfies UsageGroup[];

export const usageSorts = ['name', 'requests', 'tokens', 'cost'] as const;
export type UsageSort = (typeof usageSorts)[number];

export type UsageSource = (typeof usageSources)[number];

/** To what everything on the screen is narrowed. */
export type UsageFilters = {
  companyId?: string;
  accountId?: string;
  assistantId?: string;
  flowId?: string;
  modelId?: string;
  source?: UsageSource;
};

/** What the address says. */
export type UsageView = UsageFilters & {
  range?: UsagePreset;
  /** Days of one's own choice, in place of `range`. */
  from?: string;
  to?: string;
  groupBy?: UsageGroup;
  sort?: UsageSort;
  order?: 'asc' | 'desc';
  page?: number;
  /** What the chart of tokens shows; tokens where nothing is said. */
  measure?: 'cost';
  /** The days as a table in place of the chart. */
  days?: 'table';
};

export type UsageKind = 'requests' | 'tokens';
/** Of the own company, or of the platform. */
export type UsageScope = 'company' | 'admin';

/** The filter that a row of the breakdown applies. */
export const filterOf = {
  company: 'companyId',
  account: 'accountId',
  assistant: 'assistantId',
  flow: 'flowId',
  model: 'modelId',
  source: 'source',
} as const satisfies Record<UsageGroup, keyof UsageFilters>;

export function readFilters({
  companyId,
  accountId,
  assistantId,
  flowId,
  modelId,
  source,
}: UsageView): UsageFilters {
  return { companyId, accountId, assistantId, flowId, modelId, source };
}

export function isFiltered(view: UsageView): boolean {
  return Object.values(readFilters(view)).some((value) => value !== undefined);
}
