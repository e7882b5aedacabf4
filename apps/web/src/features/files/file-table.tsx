import type { StoredFile } from '@lectern/contract';
import { Box, Flex, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFolderFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable, type Sort } from '../../ui/display/data-table.tsx';
import { FormatIcon } from '../../ui/display/format-icon.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { FormattedBytes, FormattedDate } from '../../ui/format/formatted.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import type { Entry } from './entry.ts';
import { type EntryCommands, EntryMenu } from './entry-menu.tsx';
import classes from './files.module.css';

const shownBases = 2;

type FileTableProps = {
  entries: readonly Entry[];
  commands: EntryCommands;
  linkToBase: (knowledgeBaseId: string, children: ReactNode) => ReactNode;
  sort: Sort;
  onSort: (sort: Sort) => void;
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  paging: { page: number; pageSize: number; total: number; onPage: (page: number) => void };
};

/** The bases that have documents of a file, each once. */
export function basesOf({ documents }: StoredFile): { id: string; name: string }[] {
  const byId = new Map(documents.map((made) => [made.knowledgeBaseId, made.knowledgeBaseName]));
  return [...byId].map(([id, name]) => ({ id, name }));
}

function Bases({ file, linkToBase }: { file: StoredFile } & Pick<FileTableProps, 'linkToBase'>) {
  const { t } = useTranslation('files');
  const bases = basesOf(file);
  if (bases.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('list.unlinked')}
      </Text>
    );
  const more = bases.slice(shownBases);
  return (
    <Flex component="span" miw={0} wrap="wrap" rowGap={2} columnGap={10}>
      {bases.slice(0, shownBases).map(({ id, name }) => (
        <Box component="span" key={id} miw={0} maw="100%">
          {linkToBase(id, <LongText>{name}</LongText>)}
        </Box>
      ))}
      {more.length > 0 && (
        <Tooltip label={more.map(({ name }) => name).join(', ')} multiline maw={320}>
          <Text component="span" size="sm" c="dimmed">
            {t('list.moreBases', { count: more.length })}
          </Text>
        </Tooltip>
      )}
    </Flex>
  );
}

export function FileTable({ entries, commands, linkToBase, ...table }: FileTableProps) {
  const { t } = useTranslation('files');
  const format = useFormat();
  const cramped = useMediaQuery('(min-width: 48.01em) and (max-width: 62em)');
  const all: Column<Entry>[] = [
    {
      key: 'name',
      header: t('list.name'),
      sortKey: 'name',
      card: 'title',
      render: (entry) => (
        <Flex component="span" align="center" gap={10} miw={0}>
          {entry.kind === 'folder' ? (
            <IconFolderFilled size={20} color="var(--accent)" aria-hidden style={{ flex: 'none' }} />
          ) : (
            <FormatIcon format={entry.file.format ?? undefined} name={entry.name} />
          )}
          <UnstyledButton
            className={classes.open}
            aria-label={t(entry.kind === 'folder' ? 'list.openFolder' : 'list.openFile', {
              name: entry.name,
            })}
            onClick={() => commands.onOpen(entry)}
          >
            <LongText>{entry.name}</LongText>
          </UnstyledButton>
        </Flex>
      ),
    },
    {
      key: 'uploaded',
      header: t('list.uploaded'),
      sortKey: 'created_at',
      width: 136,
      render: (entry) => <FormattedDate at={(entry.kind === 'file' ? entry.file : entry.folder).createdAt} />,
    },
    {
      key: 'base',
      header: t('list.knowledgeBase'),
      width: cramped ? 180 : 280,
      render: (entry) =>
        entry.kind === 'file' ? (
          <Bases file={entry.file} linkToBase={linkToBase} />
        ) : (
          <Text size="sm" c="dimmed" component="span">
            –
          </Text>
        ),
    },
    {
      key: 'size',
      header: t('list.size'),
      sortKey: 'size',
      width: 120,
      align: 'right',
      render: (entry) => {
        if (entry.kind === 'file') return <FormattedBytes bytes={entry.file.sizeBytes} />;
        const count = entry.folder.fileCount + entry.folder.folderCount;
        return (
          <Text size="sm" c="dimmed" component="span">
            {t('list.items', { count, shown: format.number(count) })}
          </Text>
        );
      },
    },
    {
      key: 'actions',
      header: t('list.actions'),
      width: 76,
      align: 'right',
      card: 'actions',
      render: (entry) => <EntryMenu entry={entry} commands={commands} />,
    },
  ];
  return (
    <DataTable
      fixed
      {...table}
      columns={all}
      rows={entries}
      rowKey={({ key }) => key}
      rowLabel={({ name }) => name}
      label={t('list.label')}
    />
  );
}
