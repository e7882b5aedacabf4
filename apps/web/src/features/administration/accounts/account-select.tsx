import { listAccounts, type ManagedAccount } from '@lectern/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { type RemoteOption, RemoteSelect } from '../../../ui/form/remote-select.tsx';

type Props = {
  email: string | null;
  onChange: (email: string) => void;
  error?: string;
};

const toOption = ({ email, username }: Pick<ManagedAccount, 'email' | 'username'>): RemoteOption => ({
  value: email,
  label: email,
  hint: username,
});

/** Picks an account that has a personal company, by its e-mail. */
export function AccountSelect({ email, onChange, error }: Props) {
  const { t } = useTranslation('administration');
  const [search, setSearch] = useState('');
  const accounts = useApiQuery(
    listAccounts,
    { query: { search: search || undefined, pageSize: 50 } },
    { placeholderData: keepPreviousData },
  );
  return (
    <RemoteSelect
      label={t('promote.account')}
      description={t('promote.accountText')}
      placeholder={t('promote.accountPlaceholder')}
      withAsterisk
      autoFocus={email === null}
      options={(accounts.data?.items ?? [])
        .filter(({ companies }) => companies.some(({ kind }) => kind === 'personal'))
        .map(toOption)}
      selected={email === null ? null : { value: email, label: email }}
      onSelect={(option) => option && onChange(option.value)}
      onSearch={setSearch}
      loading={accounts.isFetching}
      nothingFound={t('promote.noAccount')}
      error={error}
    />
  );
}
