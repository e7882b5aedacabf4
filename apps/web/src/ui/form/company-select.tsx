import { getManagedCompany, listCompanies, type QueryInputOf } from '@lectern/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { RemoteSelect } from './remote-select.tsx';

type Props = {
  value: string | undefined;
  onChange: (companyId: string | undefined) => void;
  /** As a filter it has no label, and may be emptied. */
  as: 'field' | 'filter';
  /** Which companies may be chosen. */
  among?: Pick<NonNullable<QueryInputOf<typeof listCompanies>>, 'enabled' | 'kind'>;
  error?: string;
};

/** Picks a company of the platform, for administrators. Texts: the namespace `administration`. */
export function CompanySelect({ value, onChange, as, among, error }: Props) {
  const { t } = useTranslation('administration');
  const [search, setSearch] = useState('');
  const companies = useApiQuery(
    listCompanies,
    { query: { ...among, search: search || undefined, pageSize: 20 } },
    { placeholderData: keepPreviousData },
  );
  const options = (companies.data?.items ?? []).map(({ id, name, ownerEmail }) => ({
    value: id,
    label: name,
    hint: ownerEmail ?? undefined,
  }));
  // An address can name a company that the list does not hold.
  const chosen = useApiQuery(
    getManagedCompany,
    { params: { companyId: value ?? '' } },
    { enabled: value !== undefined, staleTime: 60_000 },
  );
  const known = options.find((option) => option.value === value);
  const selected =
    known ??
    (value !== undefined && chosen.data ? { value, label: chosen.data.name, hint: undefined } : null);
  return (
    <RemoteSelect
      {...(as === 'field'
        ? { label: t('picker.company'), withAsterisk: true, placeholder: t('picker.companyPlaceholder') }
        : {
            ariaLabel: t('picker.company'),
            placeholder: t('picker.anyCompany'),
            clearLabel: t('picker.clear'),
          })}
      options={options}
      selected={selected}
      onSelect={(option) => onChange(option?.value)}
      onSearch={setSearch}
      loading={companies.isFetching}
      nothingFound={t('picker.none')}
      error={error}
    />
  );
}
