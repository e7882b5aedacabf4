import { listAllApiTokens, revokeAnyApiToken } from '@lectern/contract';
import { IconKey, IconZoomQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryBoundary } from '../../ui/query-boundary.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SkeletonList } from '../../ui/skeletons.tsx';
import { TokenTable } from './token-table.tsx';

const pageSize = 50;

/** The tokens of every company, for the administrator: to look and to revoke. */
export function AllApiTokens() {
  const { t } = useTranslation('company');
  const [search, setSearch] = useState<string>();
  const [page, setPage] = useState(1);
  const query = useApiQuery(listAllApiTokens, {});
  const revoke = useApiMutation(revokeAnyApiToken, {
    invalidates: [listAllApiTokens],
    successMessage: 'company:tokens.revoked',
    handlesError: true,
  });
  const wanted = search?.toLowerCase() ?? '';
  return (
    <QueryBoundary query={query} skeleton={<SkeletonList rows={6} height={56} />}>
      {({ items }) => {
        if (items.length === 0)
          return <EmptyState icon={IconKey} title={t('tokens.noneAdmin')} text={t('tokens.noneAdminText')} />;
        const found = items.filter(({ name, companyName, createdBy, hint }) =>
          `${name} ${companyName} ${createdBy} ${hint}`.toLowerCase().includes(wanted),
        );
        // The last one of a page may have been revoked.
        const shownPage = Math.min(page, Math.max(1, Math.ceil(found.length / pageSize)));
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
            {found.length === 0 ? (
              <EmptyState
                icon={IconZoomQuestion}
                title={t('tokens.noneFound')}
                text={t('tokens.noneFoundText', { search })}
              />
            ) : (
              <TokenTable
                withCompany
                tokens={found.slice((shownPage - 1) * pageSize, shownPage * pageSize)}
                onRevoke={({ id }) => revoke.mutateAsync({ params: { apiTokenId: id } })}
                paging={{ page: shownPage, pageSize, total: found.length, onPage: setPage }}
              />
            )}
          </>
        );
      }}
    </QueryBoundary>
  );
}
