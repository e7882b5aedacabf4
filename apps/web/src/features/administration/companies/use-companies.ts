import {
  disableCompany,
  enableCompany,
  getManagedCompany,
  listAccounts,
  listCompanies,
  listPackages,
  type QueryInputOf,
} from '@lectern/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';

export const companiesPageSize = 50;

export type CompaniesQuery = NonNullable<QueryInputOf<typeof listCompanies>>;

export function useCompanies(query: CompaniesQuery) {
  return useApiQuery(
    listCompanies,
    { query: { ...query, pageSize: companiesPageSize } },
    { placeholderData: keepPreviousData },
  );
}

/** A package counts its companies, and an account names those it is in. */
export const companyQueries = [listCompanies, getManagedCompany, listPackages, listAccounts];

/** Everything that can be done to companies; each call brings the lists up to date. */
export function useCompanyActions() {
  const settings = { invalidates: companyQueries, handlesError: true };
  return {
    enable: useApiMutation(enableCompany, {
      invalidates: companyQueries,
      successMessage: 'administration:companies.enabledToast',
    }),
    disable: useApiMutation(disableCompany, {
      ...settings,
      successMessage: 'administration:companies.disabledToast',
    }),
  };
}
