import type { CompaniesQuery } from './use-companies.ts';

/** What the address says about the list. */
export type CompaniesView = Pick<CompaniesQuery, 'search' | 'kind' | 'packageId' | 'sort' | 'order'> & {
  enabled?: boolean;
  page: number;
};
