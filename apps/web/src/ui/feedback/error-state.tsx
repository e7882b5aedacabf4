import { ApiError } from '@lectern/client';
import { Button, Stack, Text, Title } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';

/** Shown where something could not be loaded: what happened, and a way to try again. */
export function ErrorState({
  error,
  onRetry,
  title,
}: {
  error: unknown;
  onRetry?: () => void;
  title?: string;
}) {
  const { t } = useTranslation('shell');
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <Stack align="center" gap="xs" py={48} px="md" role="alert">
      <IconPlugConnectedX size={36} stroke={1.3} color="var(--danger)" aria-hidden />
      <Title order={2} size="h3" ta="center">
        {title ?? t('errors.title')}
      </Title>
      <Text c="dimmed" ta="center" maw={480}>
        {describeError(error)}
      </Text>
      {requestId && error instanceof ApiError && error.status >= 500 && (
        <Text c="dimmed" size="xs" ff="monospace">
          {t('errors.requestId', { requestId })}
        </Text>
      )}
      {onRetry && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onRetry}
          mt="xs"
        >
          {t('actions.retry')}
        </Button>
      )}
    </Stack>
  );
}
