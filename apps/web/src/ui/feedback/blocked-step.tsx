import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** Says in a dialog why a step cannot be taken yet, and offers the one that must come first. */
export function BlockedStep({
  title,
  children,
  action,
  onClose,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** Without it there is nothing to close. */
  onClose?: () => void;
}) {
  const { t } = useTranslation('shell');
  return (
    <Stack gap="md">
      <Alert color="yellow" role="note" icon={<IconLock aria-hidden />} title={title}>
        {children}
      </Alert>
      <Group justify="flex-end" gap="xs">
        {onClose && (
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('actions.close')}
          </Button>
        )}
        {action}
      </Group>
    </Stack>
  );
}
