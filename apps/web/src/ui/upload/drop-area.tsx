import '@mantine/dropzone/styles.css';
import { Stack, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconFileUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

type DropAreaProps = { onFiles: (files: File[]) => void };

/** The whole page takes files while some are dragged over it. What is refused is decided file by file later. */
export function DropArea({ onFiles }: DropAreaProps) {
  const { t } = useTranslation('knowledge');
  return (
    <Dropzone.FullScreen
      active
      onDrop={onFiles}
      multiple
      inputProps={{ 'aria-hidden': true, 'aria-label': undefined }}
    >
      <Stack
        aria-hidden="true"
        align="center"
        justify="center"
        gap="xs"
        mih="86vh"
        style={{ pointerEvents: 'none' }}
      >
        <IconFileUpload size={56} stroke={1.2} color="var(--accent)" aria-hidden="true" />
        <Text size="xl" fw={600}>
          {t('upload.dropHere')}
        </Text>
        <Text c="dimmed">{t('upload.limits')}</Text>
      </Stack>
    </Dropzone.FullScreen>
  );
}
