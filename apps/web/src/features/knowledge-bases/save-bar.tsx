import { Button, Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './save-bar.module.css';

type SaveBarProps = {
  dirty: boolean;
  busy: boolean;
  error: string | undefined;
  onSave: () => void;
  onDiscard: () => void;
};

/** Shows itself while something is not saved. */
export function SaveBar({ dirty, busy, error, onSave, onDiscard }: SaveBarProps) {
  const { t } = useTranslation(['knowledge', 'shell']);
  if (!dirty) return null;
  return (
    <Paper className={classes.bar} shadow="md" component="section" aria-label={t('configuration.unsaved')}>
      <Text
        size="sm"
        c={error ? 'var(--danger)' : undefined}
        role={error ? 'alert' : 'status'}
        flex={1}
        miw={0}
      >
        {error ?? t('configuration.unsaved')}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button variant="subtle" color="gray" onClick={onDiscard} disabled={busy}>
          {t('configuration.discard')}
        </Button>
        <Button onClick={onSave} loading={busy}>
          {t('shell:actions.save')}
        </Button>
      </Group>
    </Paper>
  );
}
