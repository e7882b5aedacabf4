import type { Document } from '@lectern/contract';
import { ActionIcon, Group, Menu, Tooltip } from '@mantine/core';
import {
  IconAdjustments,
  IconBook2,
  IconDotsVertical,
  IconDownload,
  IconHistory,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
  IconSitemap,
  IconTags,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { statusOf } from '../document-states.ts';

export type DocumentCommands = {
  onParse: (document: Document) => void;
  onCancel: (document: Document) => void;
  onRename: (document: Document) => void;
  onLabel: (document: Document) => void;
  onVersions: (document: Document) => void;
  onConfigure: (document: Document) => void;
  onDownload: (document: Document) => void;
  onDelete: (document: Document) => void;
};

/** What can be done with one document: the parse button for itself, the rest in a menu. */
export function DocumentMenu({ document, commands }: { document: Document; commands: DocumentCommands }) {
  const { t } = useTranslation(['knowledge', 'labels']);
  const status = statusOf(document);
  const { update, delete: mayDelete } = document.abilities;
  const named = { name: document.name };
  const fresh = status === 'unstarted';
  const parseLabel = fresh ? t('documents.parse') : t('documents.parseAgain');
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {update && status === 'parsing' && (
        <Tooltip label={t('documents.cancel')}>
          <ActionIcon aria-label={t('documents.cancelOf', named)} onClick={() => commands.onCancel(document)}>
            <IconPlayerStop size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
      {update && status !== 'parsing' && (
        <Tooltip label={parseLabel}>
          <ActionIcon
            aria-label={fresh ? t('documents.parseOf', named) : t('documents.parseAgainOf', named)}
            onClick={() => commands.onParse(document)}
          >
            {fresh ? <IconPlayerPlay size={17} stroke={1.6} /> : <IconRefresh size={17} stroke={1.6} />}
          </ActionIcon>
        </Tooltip>
      )}
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label={t('documents.actionsOf', named)}>
            <IconDotsVertical size={17} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {update && (
            <>
              <Menu.Item
                leftSection={<IconAdjustments size={16} />}
                onClick={() => commands.onConfigure(document)}
              >
                {t('documents.configure')}
              </Menu.Item>
              <Menu.Item leftSection={<IconTags size={16} />} onClick={() => commands.onLabel(document)}>
                {t('labels:dialog.action')}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconHistory size={16} />}
                onClick={() => commands.onVersions(document)}
              >
                {t('labels:versions.action')}
              </Menu.Item>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => commands.onRename(document)}>
                {t('documents.rename')}
              </Menu.Item>
            </>
          )}
          {document.chunkCount > 0 && (
            <Menu.Item
              leftSection={<IconSitemap size={16} />}
              renderRoot={(props) => (
                <Link to="/document/$documentId/mind-map" params={{ documentId: document.id }} {...props} />
              )}
            >
              {t('documents.mindMap')}
            </Menu.Item>
          )}
          {document.chunkCount > 0 && (
            <Menu.Item
              leftSection={<IconBook2 size={16} />}
              renderRoot={(props) => (
                <Link
                  to="/document/$documentId/study-guide"
                  params={{ documentId: document.id }}
                  {...props}
                />
              )}
            >
              {t('documents.studyGuide')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => commands.onDownload(document)}>
            {t('documents.download')}
          </Menu.Item>
          {mayDelete && (
            <Menu.Item
              leftSection={<IconTrash size={16} />}
              color="var(--danger)"
              onClick={() => commands.onDelete(document)}
            >
              {t('documents.delete')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
