import { Button, Group, Stack, Text } from '@mantine/core';
import { IconFileAlert, IconFileTime } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

type ViewerFailureProps = { notParsed?: boolean; onRetry: () => void; onDownload?: () => void };

export function ViewerFailure({ notParsed = false, onRetry, onDownload }: ViewerFailureProps) {
  const { t } = useTranslation('knowledge');
  const Icon = notParsed ? IconFileTime : IconFileAlert;
  return (
    <Stack align="center" gap="sm" m="auto" p="xl" maw={420} role="alert">
      <Icon size={40} stroke={1.2} aria-hidden="true" />
      <Text fw={600} ta="center">
        {notParsed ? t('viewer.notParsed') : t('viewer.failed')}
      </Text>
      <Text size="sm" c="dimmed" ta="center">
        {notParsed ? t('viewer.notParsedHint') : t('viewer.failedHint')}
      </Text>
      <Group gap="xs" justify="center">
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('viewer.retry')}
        </Button>
        {onDownload && (
          <Button size="xs" variant="subtle" onClick={onDownload}>
            {t('viewer.download')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
