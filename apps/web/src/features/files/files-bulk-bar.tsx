import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { IconFolderSymlink, IconLink, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './files.module.css';

type FilesBulkBarProps = {
  count: number;
  /** Absent where the selection holds what cannot be linked or deleted here. */
  onLink?: () => void;
  onMove: () => void;
  onDelete?: () => void;
  onClear: () => void;
};

/** What can be done with the selected entries together. */
export function FilesBulkBar({ count, onLink, onMove, onDelete, onClear }: FilesBulkBarProps) {
  const { t } = useTranslation('files');
  if (count === 0) return null;
  const icon = { size: 16, stroke: 1.6, 'aria-hidden': true } as const;
  const button = { size: 'compact-sm', variant: 'subtle', color: 'gray' } as const;
  return (
    <Paper className={classes.bar} component="section" aria-label={t('bulk.title')}>
      <Text size="sm" fw={600} aria-live="polite">
        {t('bulk.selected', { count })}
      </Text>
      <Group gap={4}>
        {onLink && (
          <Button {...button} leftSection={<IconLink {...icon} />} onClick={onLink}>
            {t('bulk.link')}
          </Button>
        )}
        <Button {...button} leftSection={<IconFolderSymlink {...icon} />} onClick={onMove}>
          {t('bulk.move')}
        </Button>
        {onDelete && (
          <Button {...button} color="red" leftSection={<IconTrash {...icon} />} onClick={onDelete}>
            {t('bulk.delete')}
          </Button>
        )}
      </Group>
      <CloseButton size="sm" ml="auto" aria-label={t('bulk.clear')} onClick={onClear} />
    </Paper>
  );
}
