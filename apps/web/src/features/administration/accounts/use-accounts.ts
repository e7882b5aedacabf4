import {
  getManagedCompany,
  listAccounts,
  listCompanies,
  type QueryInputOf,
  updateAccount,
} from '@lectern/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';

export const accountsPageSize = 50;

export type AccountsQuery = NonNullable<QueryInputOf<typeof listAccounts>>;

export function useAccounts(query: AccountsQuery) {
  return useApiQuery(
    listAccounts,
    { query: { ...query, pageSize: accountsPageSize } },
    { placeholderData: keepPreviousData },
  );
}

/** A company counts its people, and its details name them. */
export const accountQueries = [listAccounts, listCompanies, getManagedCompany];

/** Everything that can be done to accounts; each call brings the lists up to date. */
export function useAccountActions() {
  const settings = { invalidates: accountQueries, handlesError: true };
  return {
    update: useApiMutation(updateAccount, {
      ...settings,
      successMessage: 'administration:accounts.modifiedToast',
    }),
  };
}
