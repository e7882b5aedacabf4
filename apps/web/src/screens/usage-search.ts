import { usageSources } from '@lectern/contract';
import {
  type UsageView,
  usageGroups,
  usagePresets,
  usageSorts,
} from '../features/usage/filters/usage-view.ts';
import { readText } from './define-screen.ts';
import { readCount } from './knowledge/knowledge-search.ts';

/** An id as the server makes them; anything else would only be refused. */
function readId(value: unknown): string | undefined {
  const text = readText(value);
  return text !== undefined && /^[0-9a-f-]{36}$/i.test(text) ? text : undefined;
}

/** A day such as `2026-11-21`, and no 31st of February. */
function readDay(value: unknown): string | undefined {
  const text = readText(value);
  if (text === undefined || !/^2\d{3}-\d{2}-\d{2}$/.test(text)) return undefined;
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : undefined;
}

/** The same for the questions and the tokens, so that a link to one is easily made one to the other. */
export function readAdminUsageSearch(input: Record<string, unknown>): UsageView {
  const [from, to] = [readDay(input.from), readDay(input.to)];
  const modelId = readText(input.modelId);
  return {
    range: usagePresets.find((preset) => preset === input.range),
    // One day without the other would be half a range.
    ...(from !== undefined && to !== undefined && from <= to ? { from, to } : {}),
    groupBy: usageGroups.find((group) => group === input.groupBy),
    sort: usageSorts.find((sort) => sort === input.sort),
    order: (['asc', 'desc'] as const).find((order) => order === input.order),
    page: readCount(input.page),
    companyId: readId(input.companyId),
    accountId: readId(input.accountId),
    assistantId: readId(input.assistantId),
    flowId: readId(input.flowId),
    modelId: modelId !== undefined && modelId.length <= 64 ? modelId : undefined,
    source: usageSources.find((source) => source === input.source),
    measure: input.measure === 'cost' ? 'cost' : undefined,
    days: input.days === 'table' ? 'table' : undefined,
  };
}

/** Of the own company: there is no other to choose. */
export function readUsageSearch(input: Record<string, unknown>): UsageView {
  const { companyId: _, groupBy, ...view } = readAdminUsageSearch(input);
  return { ...view, groupBy: groupBy === 'company' ? undefined : groupBy };
}

export type TokensSearch = UsageView & { tab?: 'api' };

export function readTokensSearch(input: Record<string, unknown>): TokensSearch {
  return input.tab === 'api' ? { tab: 'api' } : readUsageSearch(input);
}
