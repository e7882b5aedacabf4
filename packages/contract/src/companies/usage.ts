import { z } from 'zod';
import { isTimeZone } from '../accounts/accounts.ts';
import { id, paging } from '../core/common.ts';
import { defineEndpoint } from '../core/endpoint.ts';

/** Where a model call or question came from. */
export const usageSources = ['app', 'api', 'widget', 'ingest', 'retrieval_test', 'evaluation'] as const;

export const usageFigures = z.object({
  /** Questions asked of an assistant. */
  requests: z.number().int(),
  /** Questions whose answer failed or broke off. */
  failed: z.number().int(),
  /** Calls of a model. */
  modelCalls: z.number().int(),
  promptTokens: z.number().int(),
  completionTokens: z.number().int(),
  embeddingTokens: z.number().int(),
  /** In the platform's currency, of the models that have a price. */
  cost: z.number(),
  /** Mean time of an answer; 0 where there was none. */
  averageDurationMs: z.number(),
});
export type UsageFigures = z.infer<typeof usageFigures>;

export const usageGroupings = ['account', 'assistant', 'flow', 'model', 'source', 'day'] as const;
export type UsageGrouping = (typeof usageGroupings)[number];

const range = {
  /** First and last day, in the time zone; by default the last 30 days. At most 400 days. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** By default the account's own. */
  timezone: z.string().max(64).refine(isTimeZone).optional(),
};
const filters = {
  accountId: id.optional(),
  assistantId: id.optional(),
  flowId: id.optional(),
  modelId: z.string().max(64).optional(),
  source: z.enum(usageSources).optional(),
};
const grouping = {
  groupBy: z.enum(usageGroupings).default('account'),
  sort: z.enum(['name', 'requests', 'tokens', 'cost']).default('requests'),
  order: z.enum(['asc', 'desc']).default('desc'),
  ...paging,
};
const adminGrouping = { ...grouping, groupBy: z.enum(['company', ...usageGroupings]).default('company') };

export const usageReport = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  timezone: z.string(),
  currency: z.string(),
  totals: usageFigures,
  /** The same number of days just before, to compare with. */
  previous: usageFigures,
  /** Every day of the range, also those on which nothing happened. */
  days: z.array(usageFigures.extend({ day: z.iso.date() })),
  groups: z.object({
    items: z.array(
      usageFigures.extend({
        /** Null: work that no person asked for, or something that is gone. */
        id: z.string().nullable(),
        name: z.string(),
      }),
    ),
    total: z.number().int(),
  }),
});
export type UsageReport = z.infer<typeof usageReport>;

/** What a filter names and is not there, or not the company's. */
const errors = [
  'usage.range_invalid',
  'account.not_found',
  'assistant.not_found',
  'flow.not_found',
  'model.not_found',
] as const;
const adminErrors = [...errors, 'company.not_found'] as const;

const report = {
  tag: 'Usage',
  method: 'GET',
  response: usageReport,
  status: 200,
  errors,
} as const;
/** Every ledger row of the range as CSV, oldest first; RFC 4180, UTF-8 with a byte order mark. */
const table = {
  tag: 'Usage',
  method: 'GET',
  responseKind: 'file',
  status: 200,
  errors,
} as const;

export const getCompanyRequests = defineEndpoint({
  ...report,
  id: 'getCompanyRequests',
  summary: 'Questions asked in the company: totals, days, and by person, assistant, flow, model or source',
  path: '/company/requests',
  access: 'SettingsCompanyRequests',
  scope: 'usage.read',
  query: z.object({ ...range, ...filters, ...grouping }),
});

export const exportCompanyRequests = defineEndpoint({
  ...table,
  id: 'exportCompanyRequests',
  summary: "The company's questions as CSV",
  path: '/company/requests/export',
  access: 'SettingsCompanyRequests',
  scope: 'usage.read',
  query: z.object({ ...range, ...filters }),
});

export const getCompanyTokens = defineEndpoint({
  ...report,
  id: 'getCompanyTokens',
  summary: 'Tokens and cost of the company; below level COMPANY the breakdown by person shows oneself alone',
  path: '/company/tokens',
  access: 'SettingsCompanyTokens',
  scope: 'usage.read',
  query: z.object({ ...range, ...filters, ...grouping }),
});

export const exportCompanyTokens = defineEndpoint({
  ...table,
  id: 'exportCompanyTokens',
  summary: "The company's model calls as CSV; below level COMPANY one's own",
  path: '/company/tokens/export',
  access: 'SettingsCompanyTokens',
  scope: 'usage.read',
  query: z.object({ ...range, ...filters }),
});

const ofCompany = { companyId: id.optional() };

export const getAdminRequests = defineEndpoint({
  ...report,
  errors: adminErrors,
  id: 'getAdminRequests',
  summary: 'Questions asked on the platform, by company or within one',
  path: '/admin/requests',
  access: 'SettingsAdminRequests',
  query: z.object({ ...range, ...filters, ...ofCompany, ...adminGrouping }),
});

export const exportAdminRequests = defineEndpoint({
  ...table,
  errors: adminErrors,
  id: 'exportAdminRequests',
  summary: "Every company's questions as CSV",
  path: '/admin/requests/export',
  access: 'SettingsAdminRequests',
  query: z.object({ ...range, ...filters, ...ofCompany }),
});

export const getAdminTokens = defineEndpoint({
  ...report,
  errors: adminErrors,
  id: 'getAdminTokens',
  summary: 'Tokens and cost of the platform, by company or within one',
  path: '/admin/tokens',
  access: 'SettingsAdminTokens',
  query: z.object({ ...range, ...filters, ...ofCompany, ...adminGrouping }),
});

export const exportAdminTokens = defineEndpoint({
  ...table,
  errors: adminErrors,
  id: 'exportAdminTokens',
  summary: "Every company's model calls as CSV",
  path: '/admin/tokens/export',
  access: 'SettingsAdminTokens',
  query: z.object({ ...range, ...filters, ...ofCompany }),
});
