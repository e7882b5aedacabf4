import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDotsVertical,
  IconDownload,
  IconEye,
  IconFolderOpen,
  IconFolderSymlink,
  IconLink,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Entry } from './entry.ts';

export type EntryCommands = {
  onOpen: (entry: Entry) => void;
  onDownload: (entry: Entry & { kind: 'file' }) => void;
  onLink: (entry: Entry & { kind: 'file' }) => void;
  onRename: (entry: Entry) => void;
  onMove: (entry: Entry) => void;
  /** Only where its folder is not the one that is open. */
  onReveal?: (entry: Entry & { kind: 'file' }) => void;
  onDelete: (entry: Entry) => void;
};

/** What can be done with one entry. What lies in a knowledge base alone can only be looked at, or kept. */
export function EntryMenu({ entry, commands }: { entry: Entry; commands: EntryCommands }) {
  const { t } = useTranslation('files');
  const { onOpen, onDownload, onLink, onRename, onMove, onReveal, onDelete } = commands;
  const kept = entry.kind === 'folder' || entry.file.shelf === 'manager';
  const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('list.actionsOf', { name: entry.name })}>
          <IconDotsVertical size={17} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={entry.kind === 'folder' ? <IconFolderOpen {...icon} /> : <IconEye {...icon} />}
          onClick={() => onOpen(entry)}
        >
          {t('actions.open')}
        </Menu.Item>
        {entry.kind === 'file' && (
          <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => onDownload(entry)}>
            {t('actions.download')}
          </Menu.Item>
        )}
        {entry.kind === 'file' && kept && (
          <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => onLink(entry)}>
            {t('actions.link')}
          </Menu.Item>
        )}
        {entry.kind === 'file' && kept && onReveal && (
          <Menu.Item leftSection={<IconFolderOpen {...icon} />} onClick={() => onReveal(entry)}>
            {t('actions.reveal')}
          </Menu.Item>
        )}
        {kept && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onRename(entry)}>
            {t('actions.rename')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconFolderSymlink {...icon} />} onClick={() => onMove(entry)}>
          {kept ? t('actions.move') : t('actions.keep')}
        </Menu.Item>
        {kept && (
          <Menu.Item
            leftSection={<IconTrash {...icon} />}
            color="var(--danger)"
            onClick={() => onDelete(entry)}
          >
            {t('actions.delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
