import { ApiError } from '@lectern/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileAlert, IconFileOff, IconFileTime } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../api/describe-error.ts';

type ViewerFailureProps = { error?: unknown; onRetry: () => void; onDownload?: () => void };

/** Why an original is not shown, and what can be done about it. */
export function ViewerFailure({ error, onRetry, onDownload }: ViewerFailureProps) {
  const { t } = useTranslation('knowledge');
  const code = error instanceof ApiError ? error.code : '';
  const notParsed = code === 'document.not_parsed';
  // What is said about the file itself is not changed by trying again.
  const gone = code === 'document.version_gone';
  const unreadable = code.startsWith('parsing.') || code === 'document.page_not_found' || gone;
  const Icon = notParsed ? IconFileTime : unreadable ? IconFileOff : IconFileAlert;
  const title = notParsed ? 'viewer.notParsed' : unreadable ? 'viewer.unreadable' : 'viewer.failed';
  const hint = gone
    ? t('viewer.versionGoneHint')
    : notParsed
      ? t('viewer.notParsedHint')
      : unreadable
        ? `${describeError(error)} ${t('viewer.unreadableHint')}`
        : t('viewer.failedHint');
  return (
    <Stack align="center" gap="sm" m="auto" p="xl" maw={420} role="alert">
      <Icon size={40} stroke={1.2} aria-hidden="true" />
      <Text fw={600} ta="center">
        {gone ? describeError(error) : t(title)}
      </Text>
      <Text size="sm" c="dimmed" ta="center">
        {hint}
      </Text>
      <Group gap="xs" justify="center">
        {!unreadable && (
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('viewer.retry')}
          </Button>
        )}
        {onDownload && (
          <Button size="xs" variant={unreadable ? 'default' : 'subtle'} onClick={onDownload}>
            {t('viewer.download')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
