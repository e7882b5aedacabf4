import { listFolders } from '@lectern/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { RemoteSelect } from '../form/remote-select.tsx';

type Props = {
  label?: string;
  value: string | null;
  onChange: (folderId: string | null) => void;
  error?: string | undefined;
};

/** A folder of the file manager, found by its name. */
export function FolderSelect({ label, value, onChange, error }: Props) {
  const { t } = useTranslation('labels');
  const [search, setSearch] = useState('');
  const found = useApiQuery(listFolders, { query: search === '' ? {} : { search } });
  const chosen = useApiQuery(listFolders, { query: { parentId: value ?? '' } }, { enabled: value !== null });
  const path = chosen.data?.path.map(({ name }) => name).join(' / ');
  return (
    <RemoteSelect
      label={label}
      ariaLabel={label === undefined ? t('rules.folder') : undefined}
      placeholder={t('rules.folderSearch')}
      options={(found.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      selected={
        value === null ? null : { value, label: path ?? (chosen.isError ? t('rules.unknownFolder') : '…') }
      }
      onSelect={(option) => onChange(option?.value ?? null)}
      onSearch={setSearch}
      loading={found.isFetching}
      nothingFound={t('rules.noFolders')}
      error={error}
    />
  );
}
