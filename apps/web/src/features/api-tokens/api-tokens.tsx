import { getCompanyLimits, listApiTokens, listCompanyAudit, revokeApiToken } from '@lectern/contract';
import { Alert, Box, Button, Group } from '@mantine/core';
import { IconBook2, IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../api/me.ts';
import { useApiMutation, useApiQuery } from '../../api/queries.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LimitBar } from '../../ui/feedback/limit-bar.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import classes from './api-tokens.module.css';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { TokenTable } from './token-table.tsx';

/** The tokens of the person; of everyone for those who run the company. Texts: the namespace `company`. */
export function ApiTokens() {
  const { t } = useTranslation('company');
  const me = useMe();
  const query = useApiQuery(listApiTokens, {});
  const revoke = useApiMutation(revokeApiToken, {
    invalidates: [listApiTokens, getCompanyLimits, listCompanyAudit],
    successMessage: 'company:tokens.revoked',
    handlesError: true,
  });
  const [creating, setCreating] = useState(false);
  const create = me.impersonation === null && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('tokens.create')}
    </Button>
  );
  return (
    <>
      <div className={classes.tools}>
        <Box flex="1 1 280px" maw={560} c="dimmed">
          {t('tokens.text')}
        </Box>
        <Group gap="xs">
          <DocsButton />
          {(query.data?.items.length ?? 0) > 0 && create}
        </Group>
      </div>
      {me.impersonation !== null && (
        <Alert color="gray" role="note" mb="md">
          {t('tokens.notWhileImpersonating')}
        </Alert>
      )}
      <CreateTokenDialog opened={creating} onClose={() => setCreating(false)} />
      <TokensLimit />
      <QueryBoundary query={query} skeleton={<SkeletonList rows={4} height={56} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={IconKey}
              title={t('tokens.none')}
              text={t('tokens.noneText')}
              action={create || undefined}
            />
          ) : (
            <TokenTable
              tokens={items}
              onRevoke={({ id }) => revoke.mutateAsync({ params: { apiTokenId: id } })}
            />
          )
        }
      </QueryBoundary>
    </>
  );
}

export function DocsButton() {
  const { t } = useTranslation('company');
  return (
    <Button
      component="a"
      href="/api/docs"
      target="_blank"
      rel="noreferrer"
      variant="default"
      leftSection={<IconBook2 size={16} aria-hidden />}
    >
      {t('tokens.docs')}
    </Button>
  );
}

function TokensLimit() {
  const { data } = useApiQuery(getCompanyLimits, {});
  const limit = data?.limits.find(({ quota }) => quota === 'iframes');
  if (!limit || limit.max === null) return null;
  return (
    <Box maw={320} mb={16}>
      <LimitBar limit={limit} />
    </Box>
  );
}
