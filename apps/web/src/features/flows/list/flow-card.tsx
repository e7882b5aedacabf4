import type { FlowSummary } from '@lectern/contract';
import { ActionIcon, Badge, Box, Card, Flex, Group, Menu, Text } from '@mantine/core';
import {
  IconBolt,
  IconCopy,
  IconDotsVertical,
  IconPackageExport,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { InitialAvatar } from '../../../ui/display/initial-avatar.tsx';
import { LongText } from '../../../ui/display/long-text.tsx';
import { FormattedDate } from '../../../ui/format/formatted.tsx';
import { TextLink } from '../../../ui/link.tsx';
import classes from './flow-card.module.css';

export function FlowCard({
  flow,
  onRename,
  onCopy,
  onExport,
  onTriggers,
  onDelete,
}: {
  flow: FlowSummary;
  onRename: () => void;
  onCopy: () => void;
  onExport: () => void;
  onTriggers: () => void;
  onDelete: () => void;
}) {
  const { t } = useTranslation(['flows', 'automation']);
  const { id, name, avatar, description, nodeCount, publishedVersion, hasChanges, ownerName, updatedAt } =
    flow;
  return (
    <Card component="article" className={classes.card} padding="md">
      <Flex align="center" gap={12}>
        <InitialAvatar name={name} photo={avatar} size={40} square />
        <Box component="h2" flex={1} miw={0} m={0} fz="0.9375rem" fw={600}>
          <TextLink to="/flow/$flowId" params={{ flowId: id }} className={classes.link} underline="never">
            <LongText>{name}</LongText>
          </TextLink>
        </Box>
        <Menu>
          <Menu.Target>
            <ActionIcon className={classes.menu} aria-label={t('list.actionsOf', { name })}>
              <IconDotsVertical size={17} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={onRename}>
              {t('list.rename')}
            </Menu.Item>
            <Menu.Item leftSection={<IconCopy size={16} />} onClick={onCopy}>
              {t('list.copy')}
            </Menu.Item>
            <Menu.Item leftSection={<IconPackageExport size={16} />} onClick={onExport}>
              {t('list.export')}
            </Menu.Item>
            <Menu.Item leftSection={<IconBolt size={16} />} onClick={onTriggers}>
              {t('automation:triggers.title')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={onDelete}>
              {t('list.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Flex>
      <Text size="sm" c="dimmed" lineClamp={2} mih="2.9em">
        {description}
      </Text>
      <Group gap={6}>
        <Badge variant="light" color={publishedVersion === null ? 'gray' : 'teal'}>
          {publishedVersion === null ? t('list.draft') : t('versions.number', { number: publishedVersion })}
        </Badge>
        {publishedVersion !== null && hasChanges && (
          <Badge variant="light" color="orange">
            {t('list.changed')}
          </Badge>
        )}
        <Text size="xs" c="dimmed">
          {t('list.nodes', { count: nodeCount })}
        </Text>
      </Group>
      <div className={classes.foot}>
        <span>{ownerName}</span>
        <FormattedDate at={updatedAt} />
      </div>
    </Card>
  );
}
