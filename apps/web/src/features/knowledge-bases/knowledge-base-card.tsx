import type { KnowledgeBase } from '@lectern/contract';
import { ActionIcon, Box, Card, Flex, Menu, Text } from '@mantine/core';
import {
  IconDotsVertical,
  IconPackageExport,
  IconPencil,
  IconSettings,
  IconTrash,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { InitialAvatar } from '../../ui/display/initial-avatar.tsx';
import { LongText } from '../../ui/display/long-text.tsx';
import { FormattedDate } from '../../ui/format/formatted.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import { TextLink } from '../../ui/link.tsx';
import classes from './knowledge-base-card.module.css';

type KnowledgeBaseCardProps = {
  knowledgeBase: KnowledgeBase;
  onRename: () => void;
  onConfigure: () => void;
  onExport: () => void;
  onDelete: () => void;
};

export function KnowledgeBaseCard({
  knowledgeBase,
  onRename,
  onConfigure,
  onExport,
  onDelete,
}: KnowledgeBaseCardProps) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const { id, name, photo, description, documentCount, chunkCount, permission, updatedAt, abilities } =
    knowledgeBase;
  const PermissionIcon = permission === 'team' ? IconUsers : IconUser;
  return (
    <Card component="article" className={classes.card} padding="md">
      <Flex align="center" gap={12}>
        <InitialAvatar name={name} photo={photo} size={40} square />
        <Box component="h2" flex={1} miw={0} m={0} fz="0.9375rem" fw={600}>
          <TextLink to="/knowledge/dataset" search={{ id }} className={classes.link} underline="never">
            <LongText>{name}</LongText>
          </TextLink>
        </Box>
        {(abilities.update || abilities.delete) && (
          <Menu>
            <Menu.Target>
              <ActionIcon className={classes.menu} aria-label={t('list.actionsOf', { name })}>
                <IconDotsVertical size={17} stroke={1.6} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {abilities.update && (
                <>
                  <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
                    {t('list.rename')}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconSettings size={16} />} onClick={onConfigure}>
                    {t('list.configure')}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconPackageExport size={16} />} onClick={onExport}>
                    {t('list.export')}
                  </Menu.Item>
                </>
              )}
              {abilities.delete && (
                <Menu.Item leftSection={<IconTrash size={16} />} color="var(--danger)" onClick={onDelete}>
                  {t('list.delete')}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </Flex>
      <Text size="sm" c="dimmed" className={classes.description}>
        {description || t('list.noDescription')}
      </Text>
      <dl className={classes.counts}>
        <div>
          <dt>{t('list.documents')}</dt>
          <dd>{format.number(documentCount)}</dd>
        </div>
        <div>
          <dt>{t('list.chunks')}</dt>
          <dd>{format.number(chunkCount)}</dd>
        </div>
      </dl>
      <div className={classes.foot}>
        <span className={classes.permission}>
          <PermissionIcon size={14} stroke={1.6} aria-hidden="true" />
          {t(`permission.${permission}`)}
        </span>
        <span>
          {t('list.updated')} <FormattedDate at={updatedAt} style="relative" />
        </span>
      </div>
    </Card>
  );
}
