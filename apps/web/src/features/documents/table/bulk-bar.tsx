import type { documentBulkActions } from '@lectern/contract';
import { Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import {
  IconAdjustmentsCheck,
  IconEye,
  IconEyeOff,
  IconPlayerPlay,
  IconPlayerStop,
  IconTags,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './bulk-bar.module.css';

export type DocumentBulkAction = (typeof documentBulkActions)[number];

type BulkBarProps = {
  count: number;
  /** Of the list on all its pages. */
  total: number;
  onAll: () => void;
  busy: boolean;
  onAction: (action: DocumentBulkAction) => void;
  onLabel: () => void;
  onClear: () => void;
};

const buttons = [
  { action: 'parse', icon: IconPlayerPlay },
  { action: 'apply_settings', icon: IconAdjustmentsCheck },
  { action: 'cancel', icon: IconPlayerStop },
  { action: 'enable', icon: IconEye },
  { action: 'disable', icon: IconEyeOff },
  { action: 'delete', icon: IconTrash },
] as const;

/** What can be done with the selected documents together. */
export function BulkBar({ count, total, busy, onAll, onAction, onLabel, onClear }: BulkBarProps) {
  const { t } = useTranslation(['knowledge', 'labels']);
  if (count === 0) return null;
  return (
    <Paper className={classes.bar} component="section" aria-label={t('bulk.title')}>
      <Text size="sm" fw={600} className="nowrap" aria-live="polite">
        {t('bulk.selected', { count })}
      </Text>
      {count < total && (
        <Button size="compact-sm" variant="subtle" disabled={busy} onClick={onAll}>
          {t('bulk.all', { count: total })}
        </Button>
      )}
      <Group gap={4}>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled={busy}
          leftSection={<IconTags size={16} stroke={1.6} aria-hidden />}
          onClick={onLabel}
        >
          {t('labels:dialog.bulk')}
        </Button>
        {buttons.map(({ action, icon: Icon }) => (
          <Button
            key={action}
            size="compact-sm"
            variant="subtle"
            color={action === 'delete' ? 'red' : 'gray'}
            disabled={busy}
            leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
            onClick={() => onAction(action)}
          >
            {action === 'apply_settings' ? t('applying.bulk') : t(`bulk.${action}`)}
          </Button>
        ))}
      </Group>
      <CloseButton size="sm" ml="auto" aria-label={t('bulk.clear')} onClick={onClear} />
    </Paper>
  );
}
