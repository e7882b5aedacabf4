import { Button, Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';
import type { ApiFormOf, ApiFormState } from '../../ui/form/use-api-form.ts';
import classes from './save-bar.module.css';

type SaveBarProps = {
  form: ApiFormState & Pick<ApiFormOf<Record<string, unknown>>, 'errors' | 'reset' | 'resetError'>;
};

/** Shows itself while something is not saved. */
export function SaveBar({ form }: SaveBarProps) {
  const { t } = useTranslation(['knowledge', 'shell']);
  if (!form.isDirty()) return null;
  const error = form.error ? describeError(form.error) : Object.values(form.errors)[0];
  function discard(): void {
    form.reset();
    form.resetError();
  }
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
        <Button variant="subtle" color="gray" onClick={discard} disabled={form.isSending}>
          {t('configuration.discard')}
        </Button>
        <Button onClick={() => form.submit()} loading={form.isSending}>
          {t('shell:actions.save')}
        </Button>
      </Group>
    </Paper>
  );
}
