import type { previewChunks, ResponseOf } from '@lectern/contract';
import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/format/use-format.ts';

type UnreadPagesProps = {
  unread: ResponseOf<typeof previewChunks>['unread'];
  isReading: boolean;
  onRead: () => void;
};

/** Pages that are pictures show nothing before they are read; the first few can be read at once. */
export function UnreadPages({ unread, isReading, onRead }: UnreadPagesProps) {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  return (
    <Alert color="gray" mb="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {t('preview.unread', { count: unread.pages, shown: format.number(unread.pages) })}
          {unread.with === null && ` ${t('preview.noReader')}`}
        </Text>
        {unread.with !== null && (
          <Button size="xs" variant="default" loading={isReading} onClick={onRead}>
            {t('preview.read', { with: unread.with })}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
