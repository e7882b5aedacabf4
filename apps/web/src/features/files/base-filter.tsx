import { getKnowledgeBase, listKnowledgeBases } from '@lectern/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import { RemoteSelect } from '../../ui/form/remote-select.tsx';

type BaseFilterProps = { value: string | undefined; onChange: (id: string | undefined) => void };

/** Only the files of one knowledge base. */
export function BaseFilter({ value, onChange }: BaseFilterProps) {
  const { t } = useTranslation('files');
  const [search, setSearch] = useState('');
  const list = useApiQuery(listKnowledgeBases, {
    query: { search: search || undefined, page: 1, pageSize: 20 },
  });
  const chosen = useApiQuery(
    getKnowledgeBase,
    { params: { knowledgeBaseId: value ?? '' } },
    { enabled: value !== undefined },
  );
  return (
    <RemoteSelect
      ariaLabel={t('place.baseFilter')}
      placeholder={t('place.anyBase')}
      options={(list.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      selected={value !== undefined && chosen.data ? { value, label: chosen.data.name } : null}
      onSelect={(option) => onChange(option?.value)}
      onSearch={setSearch}
      loading={list.isFetching}
      nothingFound={t('place.noBase')}
      clearLabel={t('place.clearBase')}
    />
  );
}
