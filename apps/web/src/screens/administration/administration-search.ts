import { mailStates } from '@lectern/contract';
import { readText } from '../define-screen.ts';
import { readCount } from '../knowledge/knowledge-search.ts';

/** A truth in the address: `true` or `false`. */
function readBoolean(value: unknown): boolean | undefined {
  const text = readText(value);
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

/** An id as the server makes them; anything else would only be refused. */
function readId(value: unknown): string | undefined {
  const text = readText(value);
  return text !== undefined && /^[0-9a-f-]{36}$/i.test(text) ? text : undefined;
}

/** A day such as `2026-11-21`. */
function readDay(value: unknown): string | undefined {
  const text = readText(value);
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
    ? text
    : undefined;
}

const companySorts = ['name', 'users', 'storage', 'requests', 'created'] as const;
const orders = ['asc', 'desc'] as const;
const kinds = ['personal', 'company'] as const;

export type CompaniesSearch = {
  search?: string;
  kind?: (typeof kinds)[number];
  enabled?: boolean;
  packageId?: string;
  sort?: (typeof companySorts)[number];
  order?: (typeof orders)[number];
  page?: number;
  /** Whose details are open. */
  company?: string;
};

export function readCompaniesSearch(input: Record<string, unknown>): CompaniesSearch {
  return {
    search: readText(input.search),
    kind: kinds.find((kind) => kind === input.kind),
    enabled: readBoolean(input.enabled),
    packageId: readId(input.packageId),
    sort: companySorts.find((sort) => sort === input.sort),
    order: orders.find((order) => order === input.order),
    page: readCount(input.page),
    company: readId(input.company),
  };
}

export type PackagesSearch = { search?: string; enabled?: boolean; page?: number };

export function readPackagesSearch(input: Record<string, unknown>): PackagesSearch {
  return {
    search: readText(input.search),
    enabled: readBoolean(input.enabled),
    page: readCount(input.page),
  };
}

export type AccountsSearch = {
  search?: string;
  companyId?: string;
  isAdmin?: boolean;
  active?: boolean;
  page?: number;
};

export function readAccountsSearch(input: Record<string, unknown>): AccountsSearch {
  return {
    search: readText(input.search),
    companyId: readId(input.companyId),
    isAdmin: readBoolean(input.isAdmin),
    active: readBoolean(input.active),
    page: readCount(input.page),
  };
}

/** The log of a company and of the platform have these in common. */
export type AuditSearch = { search?: string; from?: string; to?: string; page?: number };

export function readAuditSearch(input: Record<string, unknown>): AuditSearch {
  const [from, to] = [readDay(input.from), readDay(input.to)];
  return {
    search: readText(input.search),
    ...(from !== undefined && to !== undefined && from <= to ? { from, to } : {}),
    page: readCount(input.page),
  };
}

const tabs = ['status', 'mail', 'audit'] as const;
export type SystemTab = (typeof tabs)[number];

export type SystemSearch = AuditSearch & {
  tab?: SystemTab;
  state?: (typeof mailStates)[number];
  companyId?: string;
  impersonated?: boolean;
};

export function readSystemSearch(input: Record<string, unknown>): SystemSearch {
  return {
    ...readAuditSearch(input),
    tab: tabs.find((tab) => tab === input.tab),
    state: mailStates.find((state) => state === input.state),
    companyId: readId(input.companyId),
    impersonated: readBoolean(input.impersonated),
  };
}
