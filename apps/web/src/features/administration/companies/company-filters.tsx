import { listPackages } from '@lectern/contract';
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { SearchInput } from '../../../ui/form/search-input.tsx';
import { FilterBar } from '../../../ui/layout/filter-bar.tsx';
import type { CompaniesView } from './companies-view.ts';

const sorts = ['name', 'users', 'storage', 'requests', 'created'] as const;

export function CompanyFilters({
  view,
  onView,
}: {
  view: CompaniesView;
  onView: (changes: Partial<CompaniesView>) => void;
}) {
  const { t } = useTranslation('administration');
  const packages = useApiQuery(listPackages, { query: { pageSize: 200 } });
  return (
    <FilterBar>
      <SearchInput
        label={t('companies.search')}
        value={view.search}
        onChange={(search) => onView({ search, page: 1 })}
      />
      <Select
        aria-label={t('companies.kind')}
        placeholder={t('companies.anyKind')}
        clearable
        data={(['company', 'personal'] as const).map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        value={view.kind ?? null}
        onChange={(kind) => onView({ kind: (kind ?? undefined) as CompaniesView['kind'], page: 1 })}
      />
      <Select
        aria-label={t('companies.state')}
        placeholder={t('companies.anyState')}
        clearable
        data={[
          { value: 'true', label: t('companies.enabled') },
          { value: 'false', label: t('companies.disabled') },
        ]}
        value={view.enabled === undefined ? null : String(view.enabled)}
        onChange={(state) => onView({ enabled: state === null ? undefined : state === 'true', page: 1 })}
      />
      <Select
        aria-label={t('companies.package')}
        placeholder={t('companies.anyPackage')}
        clearable
        searchable
        data={(packages.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={view.packageId ?? null}
        onChange={(packageId) => onView({ packageId: packageId ?? undefined, page: 1 })}
      />
      {/* On a phone there are no heads of columns to sort by. */}
      <Select
        hiddenFrom="sm"
        aria-label={t('companies.sortBy')}
        allowDeselect={false}
        data={sorts.map((sort) => ({
          value: sort,
          label: t('companies.sortedBy', { field: t(`companies.${sort}`) }),
        }))}
        value={view.sort ?? 'name'}
        onChange={(sort) =>
          onView({
            sort: sort as CompaniesView['sort'],
            order: sort === 'name' ? 'asc' : 'desc',
            page: 1,
          })
        }
      />
    </FilterBar>
  );
}
