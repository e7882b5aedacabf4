import { listAllApiTokens, revokeAnyApiToken } from '@lectern/contract';
import { IconKey, IconZoomQuestion } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { TokenTable } from './token-table.tsx';

const pageSize = 50;

/** The tokens of every company, for the administrator: to look and to revoke. */
export function AllApiTokens() {
  const { t } = useTranslation('company');
  const [search, setSearch] = useState<string>();
  const [page, setPage] = useState(1);
  const query = useApiQuery(
    listAllApiTokens,
    { query: { search: search || undefined, page, pageSize } },
    { placeholderData: keepPreviousData },
  );
  const revoke = useApiMutation(revokeAnyApiToken, {
    invalidates: [listAllApiTokens],
    successMessage: 'company:tokens.revoked',
    handlesError: true,
  });
  return (
    <QueryBoundary query={query} skeleton={<SkeletonList rows={6} height={56} />}>
      {({ items, total }) => {
        if (total === 0 && !search)
          return <EmptyState icon={IconKey} title={t('tokens.noneAdmin')} text={t('tokens.noneAdminText')} />;
        // The last one of a page may have been revoked.
        if (items.length === 0 && page > 1) setPage(1);
        return (
          <>
            <SearchInput
              mb="md"
              maw={360}
              label={t('tokens.search')}
              value={search}
              onChange={(text) => {
                setSearch(text);
                setPage(1);
              }}
            />
            {total === 0 ? (
              <EmptyState
                icon={IconZoomQuestion}
                title={t('tokens.noneFound')}
                text={t('tokens.noneFoundText', { search })}
              />
            ) : (
              <TokenTable
                withCompany
                tokens={items}
                onRevoke={({ id }) => revoke.mutateAsync({ params: { apiTokenId: id } })}
                paging={{ page, pageSize, total, onPage: setPage }}
              />
            )}
          </>
        );
      }}
    </QueryBoundary>
  );
}
