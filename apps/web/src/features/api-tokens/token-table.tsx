import type { ApiToken } from '@lectern/contract';
import { ActionIcon, Badge, Group, Text, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../ui/display/data-table.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { FormattedDate } from '../../ui/format/formatted.tsx';
import classes from './api-tokens.module.css';
import { scopeKeys } from './scope-texts.ts';

/** So many scopes are named; the others are counted. */
const namedScopes = 2;

type Row = ApiToken & { companyName?: string };

type Props = {
  tokens: readonly Row[];
  onRevoke: (token: Row) => Promise<unknown>;
  /** Says of which company each is. */
  withCompany?: boolean;
  paging?: { page: number; pageSize: number; total: number; onPage: (page: number) => void };
};

export function TokenTable({ tokens, onRevoke, withCompany = false, paging }: Props) {
  const { t } = useTranslation('company');
  const columns: Column<Row>[] = [
    { key: 'name', header: t('tokens.name'), card: 'title', render: (token) => <TokenName token={token} /> },
    ...(withCompany
      ? [
          {
            key: 'company',
            header: t('tokens.companyAndMaker'),
            width: 220,
            render: ({ companyName, createdBy }: Row) => (
              <div className={classes.whole}>
                <LongText>{companyName ?? ''}</LongText>
                <LongText c="dimmed" fz="xs">
                  {createdBy}
                </LongText>
              </div>
            ),
          },
        ]
      : [
          {
            key: 'createdBy',
            header: t('tokens.createdBy'),
            width: 160,
            render: ({ createdBy }: Row) => <LongText className={classes.whole}>{createdBy}</LongText>,
          },
        ]),
    {
      key: 'scopes',
      header: t('tokens.scopes'),
      width: 210,
      render: ({ scopes }) => <Scopes scopes={scopes} />,
    },
    {
      key: 'expires',
      header: t('tokens.expires'),
      width: 116,
      render: ({ expiresAt }) => <Expiry expiresAt={expiresAt} />,
    },
    {
      key: 'lastUsed',
      header: t('tokens.lastUsed'),
      width: 116,
      render: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          <Text inherit span c="dimmed">
            {t('tokens.neverUsed')}
          </Text>
        ) : (
          <FormattedDate at={lastUsedAt} style="relative" />
        ),
    },
    {
      key: 'actions',
      header: t('tokens.actions'),
      width: 72,
      align: 'right',
      card: 'actions',
      render: (token) => (
        <Tooltip label={t('tokens.revoke')}>
          <ActionIcon
            aria-label={t('tokens.revokeNamed', { name: token.name })}
            onClick={() =>
              openConfirmModal({
                title: t('tokens.revokeTitle', { name: token.name }),
                text: token.companyName
                  ? t('tokens.revokeOfText', { company: token.companyName })
                  : t('tokens.revokeText'),
                confirmLabel: t('tokens.revoke'),
                onConfirm: () => onRevoke(token),
              })
            }
          >
            <IconTrash size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      ),
    },
  ];
  return (
    <DataTable
      label={t('tokens.list')}
      columns={columns}
      rows={tokens}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      paging={paging}
    />
  );
}

function TokenName({ token }: { token: Row }) {
  return (
    <div className={classes.whole}>
      <Text fw={600} component="div">
        <LongText>{token.name}</LongText>
      </Text>
      <span className={classes.hint}>{token.hint}</span>
    </div>
  );
}

function Scopes({ scopes }: Pick<ApiToken, 'scopes'>) {
  const { t } = useTranslation('company');
  const names = scopes.map((scope) => t(`scopeTexts.${scopeKeys[scope]}.name`));
  const rest = names.slice(namedScopes);
  return (
    <Group gap={4}>
      {names.slice(0, namedScopes).map((name) => (
        <Badge key={name} color="gray">
          {name}
        </Badge>
      ))}
      {rest.length > 0 && (
        <Tooltip label={rest.join(', ')}>
          <Badge color="gray" tabIndex={0} aria-label={rest.join(', ')}>
            {t('tokens.moreScopes', { number: rest.length })}
          </Badge>
        </Tooltip>
      )}
    </Group>
  );
}

function Expiry({ expiresAt }: Pick<ApiToken, 'expiresAt'>) {
  const { t } = useTranslation('company');
  if (expiresAt === null) return t('tokens.never');
  if (new Date(expiresAt).getTime() <= Date.now()) return <Badge color="red">{t('tokens.expired')}</Badge>;
  return <FormattedDate at={expiresAt} />;
}
