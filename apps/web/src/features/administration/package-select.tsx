import { listPackages } from '@lectern/contract';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';

type Props = {
  /** Empty: none yet. */
  value: string;
  onChange: (packageId: string) => void;
  description?: string;
  error?: ReactNode;
  /** Kept in the list although it is disabled: what the company has now. */
  current?: { id: string; name: string };
};

/** Picks a package that companies can be given. */
export function PackageSelect({ value, onChange, description, error, current }: Props) {
  const { t } = useTranslation('administration');
  const packages = useApiQuery(listPackages, { query: { enabled: 'true', pageSize: 200 } });
  const enabled = (packages.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const data =
    current && !enabled.some((choice) => choice.value === current.id)
      ? [{ value: current.id, label: current.name }, ...enabled]
      : enabled;
  return (
    <Select
      label={t('form.package')}
      description={packages.isSuccess && data.length === 0 ? t('createCompany.noPackage') : description}
      placeholder={t('form.choose')}
      data={data}
      value={value || null}
      error={error}
      searchable={data.length > 8}
      allowDeselect={false}
      withAsterisk
      onChange={(id) => id && onChange(id)}
    />
  );
}
