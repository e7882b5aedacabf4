import {
  exportAdminRequests,
  exportAdminTokens,
  exportCompanyRequests,
  exportCompanyTokens,
  getAdminRequests,
  getAdminTokens,
  getCompanyRequests,
  getCompanyTokens,
} from '@lectern/contract';
import type { UsageKind, UsageScope } from './filters/usage-view.ts';

type Report = typeof getAdminRequests;
type Table = typeof exportAdminRequests;

/** The calls of a screen. A company's take no company: none is ever given to them. */
export const usageCalls = {
  company: {
    requests: {
      report: getCompanyRequests as unknown as Report,
      table: exportCompanyRequests as unknown as Table,
    },
    tokens: { report: getCompanyTokens as unknown as Report, table: exportCompanyTokens as unknown as Table },
  },
  admin: {
    requests: { report: getAdminRequests, table: exportAdminRequests },
    tokens: { report: getAdminTokens as unknown as Report, table: exportAdminTokens as unknown as Table },
  },
} as const satisfies Record<UsageScope, Record<UsageKind, { report: Report; table: Table }>>;
