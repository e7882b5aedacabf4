import type { Document } from '@lectern/contract';
import { Box, Flex, Switch, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMethodTexts } from '../../../api/chunk-methods.ts';
import { type Column, DataTable, type Sort } from '../../../ui/display/data-table.tsx';
import { FormatIcon } from '../../../ui/display/format-icon.tsx';
import { LongText } from '../../../ui/display/long-text.tsx';
import { FormattedBytes, FormattedDate, FormattedNumber } from '../../../ui/format/formatted.tsx';
import { useFormat } from '../../../ui/format/use-format.ts';
import { TagList } from '../../../ui/labels/tag-list.tsx';
import { SourceLink } from '../source-link.tsx';
import { type DocumentCommands, DocumentMenu } from './document-menu.tsx';
import { DocumentStatus } from './document-status.tsx';
import classes from './document-table.module.css';

type DocumentTableProps = {
  documents: readonly Document[];
  commands: DocumentCommands;
  onEnable: (document: Document, enabled: boolean) => void;
  /** Wraps the name in a link to the document's chunks. */
  linkTo: (document: Document, children: ReactNode) => ReactNode;
  sort: Sort;
  onSort: (sort: Sort) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  paging: { page: number; pageSize: number; total: number; onPage: (page: number) => void };
};

export function DocumentTable(props: DocumentTableProps) {
  const { documents, commands, onEnable, linkTo, ...table } = props;
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const methodTexts = useMethodTexts();

  const cramped = useMediaQuery('(min-width: 48.01em) and (max-width: 84em)');
  const renderSwitch = (document: Document) => (
    <Switch
      size="xs"
      checked={document.enabled}
      disabled={!document.abilities.update}
      aria-label={t('documents.enabledOf', { name: document.name })}
      onChange={(event) => onEnable(document, event.currentTarget.checked)}
    />
  );
  const all: Column<Document>[] = [
    {
      key: 'name',
      header: t('documents.name'),
      sortKey: 'name',
      card: 'title',
      render: (document) => (
        <Flex component="span" align="center" gap={10} miw={0}>
          <FormatIcon format={document.format} />
          <Box component="span" miw={0} fw={550}>
            {linkTo(document, <LongText lines={2}>{document.name}</LongText>)}
            <TagList tags={document.tags} />
          </Box>
          {document.sourceUrl !== null && <SourceLink url={document.sourceUrl} />}
        </Flex>
      ),
    },
    {
      key: 'chunks',
      header: t('documents.chunks'),
      sortKey: 'chunk_count',
      width: 92,
      align: 'right',
      render: ({ chunkCount }) => <FormattedNumber value={chunkCount} />,
      inLine: ({ chunkCount }) =>
        t('list.chunkCount', { count: chunkCount, shown: format.number(chunkCount) }),
    },
    {
      key: 'size',
      header: t('documents.size'),
      sortKey: 'size',
      width: 96,
      align: 'right',
      render: ({ sizeBytes }) => <FormattedBytes bytes={sizeBytes} />,
      inLine: ({ sizeBytes }) => <FormattedBytes bytes={sizeBytes} />,
    },
    {
      key: 'uploaded',
      header: t('documents.uploaded'),
      sortKey: 'created_at',
      width: 136,
      render: ({ createdAt }) => <FormattedDate at={createdAt} />,
      inLine: ({ createdAt }) => <FormattedDate at={createdAt} />,
    },
    {
      key: 'method',
      header: t('documents.method'),
      width: 116,
      card: 'hidden',
      render: ({ chunkMethod }) => <Text size="sm">{methodTexts(chunkMethod).name}</Text>,
    },
    {
      key: 'enabled',
      header: t('documents.enabled'),
      width: 76,
      render: renderSwitch,
      inLine: renderSwitch,
    },
    {
      key: 'status',
      header: t('documents.status'),
      width: 204,
      render: (document) => <DocumentStatus document={document} />,
      inLine: (document) => <DocumentStatus document={document} />,
    },
    {
      key: 'actions',
      header: t('documents.actions'),
      width: 92,
      align: 'right',
      card: 'actions',
      render: (document) => <DocumentMenu document={document} commands={commands} />,
    },
  ];
  const columns = cramped ? all.filter(({ key }) => key !== 'method' && key !== 'uploaded') : all;

  return (
    <div className={classes.table}>
      <DataTable
        fixed
        {...table}
        columns={columns}
        rows={documents}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        label={t('documents.title')}
      />
    </div>
  );
}
