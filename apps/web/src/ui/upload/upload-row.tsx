import { uploadLimits } from '@lectern/contract';
import { ActionIcon, Box, Flex, Group, Progress, Text, Tooltip } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconRefresh, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { FormatIcon } from '../display/format-icon.tsx';
import { useFormat } from '../format/use-format.ts';
import { type Upload, uploadQueue } from './upload-queue.ts';

function useReason(upload: Upload): string | undefined {
  const { t } = useTranslation('knowledge');
  const format = useFormat();
  const { state } = upload;
  if (state.kind === 'failed') return t('upload.failed');
  if (state.kind !== 'refused') return undefined;
  if (typeof state.reason === 'object') return state.reason.message;
  const megabytes = (bytes: number) => format.number(bytes / 1024 / 1024);
  switch (state.reason) {
    case 'tooLarge':
      return t('upload.tooLarge', {
        size: megabytes(upload.file.size),
        max: megabytes(uploadLimits.maxFileBytes),
      });
    case 'tooMany':
      return t('upload.tooMany', { max: uploadLimits.maxFiles });
    case 'empty':
      return t('upload.empty');
    case 'unsupported':
      return t('upload.unsupported');
  }
}

export const UploadRow = memo(function UploadRow({ upload }: { upload: Upload }) {
  const { t } = useTranslation('knowledge');
  const { id, file, state } = upload;
  const reason = useReason(upload);
  const running = state.kind === 'waiting' || state.kind === 'sending';
  return (
    <Flex component="li" align="center" gap={12} py={8} px={12}>
      <FormatIcon name={file.name} />
      <Box flex={1} miw={0}>
        <Text size="sm" truncate title={file.name}>
          {file.name}
        </Text>
        {reason !== undefined && (
          <Text size="xs" c="var(--danger)">
            {reason}
          </Text>
        )}
        {state.kind === 'done' && state.sameAs !== undefined && (
          <Text size="xs" c="var(--warning)" style={{ overflowWrap: 'anywhere' }}>
            {t('upload.sameAs', { name: state.sameAs })}
          </Text>
        )}
        {running && (
          <Progress
            mt={4}
            size={4}
            value={state.kind === 'sending' ? state.share * 100 : 0}
            aria-label={t('upload.progressOf', { name: file.name })}
          />
        )}
      </Box>
      <Group gap={2} wrap="nowrap">
        {state.kind === 'done' && (
          <IconCircleCheck
            size={18}
            stroke={1.6}
            color="var(--success)"
            role="img"
            aria-label={t('upload.done')}
          />
        )}
        {state.kind === 'refused' && (
          <IconCircleX
            size={18}
            stroke={1.6}
            color="var(--danger)"
            role="img"
            aria-label={t('upload.refused')}
          />
        )}
        {state.kind === 'failed' && (
          <Tooltip label={t('upload.retry')}>
            <ActionIcon
              aria-label={t('upload.retryOf', { name: file.name })}
              onClick={() => uploadQueue.retry(id)}
            >
              <IconRefresh size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        {(running || state.kind === 'failed') && (
          <Tooltip label={t('upload.cancel')}>
            <ActionIcon
              aria-label={t('upload.cancelOf', { name: file.name })}
              onClick={() => uploadQueue.remove(id)}
            >
              <IconX size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
    </Flex>
  );
});
