import {
  deletePackage,
  disablePackage,
  enablePackage,
  getCompanyLimits,
  getManagedCompany,
  listPackages,
  type QueryInputOf,
  updatePackage,
} from '@lectern/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';

export const packagesPageSize = 30;

export function usePackages(query: NonNullable<QueryInputOf<typeof listPackages>>) {
  return useApiQuery(
    listPackages,
    { query: { ...query, pageSize: packagesPageSize } },
    { placeholderData: keepPreviousData },
  );
}

/** The administrator's own company may have the package too. */
export const packageQueries = [listPackages, getManagedCompany, getCompanyLimits];

/** Everything that can be done to packages; each call brings the lists up to date. */
export function usePackageActions() {
  const settings = { invalidates: packageQueries, handlesError: true };
  return {
    update: useApiMutation(updatePackage, {
      ...settings,
      successMessage: 'administration:packages.modifiedToast',
    }),
    enable: useApiMutation(enablePackage, {
      invalidates: packageQueries,
      successMessage: 'administration:packages.enabledToast',
    }),
    disable: useApiMutation(disablePackage, {
      ...settings,
      successMessage: 'administration:packages.disabledToast',
    }),
    remove: useApiMutation(deletePackage, {
      ...settings,
      successMessage: 'administration:packages.deletedToast',
    }),
  };
}
