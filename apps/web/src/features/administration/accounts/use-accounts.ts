import {
  createAccount,
  getManagedCompany,
  listAccounts,
  listCompanies,
  promoteAccount,
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
const touched = [listAccounts, listCompanies, getManagedCompany];

/** Everything that can be done to accounts; each call brings the lists up to date. */
export function useAccountActions() {
  const settings = { invalidates: touched, handlesError: true };
  return {
    create: useApiMutation(createAccount, {
      ...settings,
      successMessage: 'administration:accounts.createdToast',
    }),
    update: useApiMutation(updateAccount, {
      ...settings,
      successMessage: 'administration:accounts.modifiedToast',
    }),
    promote: useApiMutation(promoteAccount, {
      ...settings,
      successMessage: 'administration:accounts.promotedToast',
    }),
  };
}
