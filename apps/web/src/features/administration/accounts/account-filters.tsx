import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CompanySelect } from '../../../ui/form/company-select.tsx';
import { SearchInput } from '../../../ui/form/search-input.tsx';
import { FilterBar } from '../../../ui/layout/filter-bar.tsx';
import type { AccountsView } from './accounts-view.ts';

export function AccountFilters({
  view,
  onView,
}: {
  view: AccountsView;
  onView: (changes: Partial<AccountsView>) => void;
}) {
  const { t } = useTranslation('administration');
  const readTruth = (value: string | null) => (value === null ? undefined : value === 'true');
  const showTruth = (value: boolean | undefined) => (value === undefined ? null : String(value));
  return (
    <FilterBar>
      <SearchInput
        label={t('accounts.search')}
        value={view.search}
        onChange={(search) => onView({ search, page: 1 })}
      />
      <CompanySelect
        as="filter"
        value={view.companyId}
        onChange={(companyId) => onView({ companyId, page: 1 })}
      />
      <Select
        aria-label={t('accounts.role')}
        placeholder={t('accounts.anyRole')}
        clearable
        data={[
          { value: 'true', label: t('accounts.onlyAdmins') },
          { value: 'false', label: t('accounts.noAdmins') },
        ]}
        value={showTruth(view.isAdmin)}
        onChange={(value) => onView({ isAdmin: readTruth(value), page: 1 })}
      />
      <Select
        aria-label={t('accounts.state')}
        placeholder={t('accounts.anyState')}
        clearable
        data={[
          { value: 'true', label: t('accounts.active') },
          { value: 'false', label: t('accounts.inactive') },
        ]}
        value={showTruth(view.active)}
        onChange={(value) => onView({ active: readTruth(value), page: 1 })}
      />
    </FilterBar>
  );
}
