import type { ManagedCompany } from '@lectern/contract';
import { Anchor, Badge, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useMe } from '../../../api/me.ts';
import { type Column, DataTable, type Sort } from '../../../ui/display/data-table.tsx';
import { LongText } from '../../../ui/display/long-text.tsx';
import { FormattedBytes, FormattedNumber } from '../../../ui/format/formatted.tsx';
import type { CompanyCommands } from './company-commands.ts';
import { CompanyMenu } from './company-menu.tsx';

type Props = {
  companies: readonly ManagedCompany[];
  commands: CompanyCommands;
  sort: Sort;
  onSort: (sort: Sort) => void;
  paging: { page: number; pageSize: number; total: number; onPage: (page: number) => void };
};

export function CompanyTable({ companies, commands, ...table }: Props) {
  const { t } = useTranslation('administration');
  const cramped = useMediaQuery('(min-width: 48.01em) and (max-width: 75em)');
  const all: Column<ManagedCompany>[] = [
    {
      key: 'name',
      header: t('companies.name'),
      sortKey: 'name',
      card: 'title',
      render: (company) => <CompanyName company={company} onOpen={() => commands.onOpen(company)} />,
    },
    {
      key: 'package',
      header: t('companies.package'),
      width: cramped ? 112 : 148,
      render: (company) => (
        <>
          <LongText>{company.package.name}</LongText>
          <Text size="xs" c="dimmed" component="div">
            {t(`kinds.${company.kind}`)}
          </Text>
        </>
      ),
    },
    {
      key: 'users',
      header: t('companies.users'),
      sortKey: 'users',
      width: cramped ? 100 : 116,
      align: 'right',
      render: ({ users }) => <FormattedNumber value={users} />,
    },
    {
      key: 'storage',
      header: t('companies.storage'),
      sortKey: 'storage',
      width: 104,
      align: 'right',
      render: ({ storageBytes }) => <FormattedBytes bytes={storageBytes} />,
    },
    {
      key: 'requests',
      header: t('companies.requests'),
      sortKey: 'requests',
      width: cramped ? 92 : 108,
      align: 'right',
      render: ({ requestsThisMonth }) => <FormattedNumber value={requestsThisMonth} />,
    },
    {
      key: 'state',
      header: t('companies.state'),
      width: 120,
      render: ({ enabled }) => <CompanyState enabled={enabled} />,
    },
    {
      key: 'actions',
      header: t('form.actions'),
      width: 84,
      align: 'right',
      card: 'actions',
      render: (company) => <CompanyMenu company={company} commands={commands} />,
    },
  ];
  const columns = cramped ? all.filter(({ key }) => key !== 'storage') : all;
  return (
    <DataTable
      fixed
      {...table}
      columns={columns}
      rows={companies}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      label={t('companies.list')}
    />
  );
}

export function CompanyState({ enabled }: { enabled: boolean }) {
  const { t } = useTranslation('administration');
  return (
    <Badge color={enabled ? 'green' : 'red'}>{t(enabled ? 'companies.enabled' : 'companies.disabled')}</Badge>
  );
}

function CompanyName({ company, onOpen }: { company: ManagedCompany; onOpen: () => void }) {
  const { t } = useTranslation('administration');
  const own = useMe().company.id === company.id;
  return (
    <>
      <Group gap={8} wrap="nowrap">
        <Anchor component="button" type="button" c="inherit" fw={600} miw={0} ta="left" onClick={onOpen}>
          <LongText>{company.name}</LongText>
        </Anchor>
        {own && <Badge color="teal">{t('companies.own')}</Badge>}
      </Group>
      <Text size="xs" c="dimmed" component="div">
        <LongText>{company.ownerEmail ?? t('companies.noOwner')}</LongText>
      </Text>
    </>
  );
}
