import { getFile, type StoredFile } from '@lectern/contract';
import { Drawer, Stack } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../../api/queries.ts';
import { LongText } from '../../../ui/display/long-text.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryBoundary } from '../../../ui/feedback/query-boundary.tsx';
import { SkeletonText } from '../../../ui/feedback/skeletons.tsx';
import classes from '../files.module.css';

type PreviewDrawerProps = {
  fileId: string | undefined;
  onClose: () => void;
  /** Draws the file itself. */
  renderFile: (file: StoredFile) => ReactNode;
};

/** A file, opened next to its list. */
export function PreviewDrawer({ fileId, onClose, renderFile }: PreviewDrawerProps) {
  const { t } = useTranslation('files');
  const query = useApiQuery(
    getFile,
    { params: { fileId: fileId ?? '' } },
    { enabled: fileId !== undefined, retry: false },
  );
  return (
    <Drawer
      opened={fileId !== undefined}
      onClose={onClose}
      position="right"
      size="min(960px, 100%)"
      title={<LongText>{(fileId !== undefined && query.data?.name) || t('actions.open')}</LongText>}
      classNames={{ content: classes.preview, body: classes.previewBody, title: classes.previewTitle }}
    >
      {fileId !== undefined && (
        <QueryBoundary
          query={query}
          skeleton={
            <Stack p="xl">
              <SkeletonText lines={8} />
            </Stack>
          }
        >
          {(file) =>
            file.format === null ? (
              <EmptyState
                icon={IconFileOff}
                title={t('preview.unsupported')}
                text={t('preview.unsupportedText')}
              />
            ) : (
              renderFile(file)
            )
          }
        </QueryBoundary>
      )}
    </Drawer>
  );
}
