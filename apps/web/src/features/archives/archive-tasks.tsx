import { archiveLimits } from '@lectern/contract';
import { ActionIcon, Box, Flex, Progress } from '@mantine/core';
import { IconUpload, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LongText } from '../../ui/display/long-text.tsx';
import { SectionCard } from '../../ui/layout/section-card.tsx';
import { ArchiveTaskRow } from './archive-task-row.tsx';
import classes from './archives.module.css';
import { type ArchiveUpload, useArchiveTasks } from './use-archives.ts';

/** Exports and imports of the last day; nothing where there are none. */
export function ArchiveTasks({
  upload,
  onDismiss,
  onOpen,
}: {
  upload: ArchiveUpload | undefined;
  onDismiss: () => void;
  onOpen: (knowledgeBaseId: string) => void;
}) {
  const { t } = useTranslation('archives');
  const { data } = useArchiveTasks();
  const items = data?.items ?? [];
  if (items.length === 0 && !upload) return null;
  return (
    <Box mb="var(--mantine-spacing-lg)">
      <SectionCard title={t('title')} description={t('description', { hours: archiveLimits.keptHours })}>
        <Box component="ul" className="plain-list" m={0} p={0}>
          {upload && <UploadRow upload={upload} onDismiss={onDismiss} />}
          {items.map((task) => (
            <ArchiveTaskRow key={task.id} task={task} onOpen={onOpen} />
          ))}
        </Box>
      </SectionCard>
    </Box>
  );
}

function UploadRow({ upload, onDismiss }: { upload: ArchiveUpload; onDismiss: () => void }) {
  const { t } = useTranslation('archives');
  const { name, share, error } = upload;
  const label = error === undefined ? t('import.uploading', { name }) : t('import.failed', { name });
  return (
    <li className={classes.row}>
      <Flex component="span" c="dimmed">
        <IconUpload size={20} stroke={1.6} aria-hidden />
      </Flex>
      <div>
        <Box fw={550}>
          <LongText>{label}</LongText>
        </Box>
        {error === undefined ? (
          <Progress
            maw={420}
            mt={6}
            mx={0}
            mb={2}
            size={5}
            value={Math.max(share * 100, 2)}
            aria-label={label}
          />
        ) : (
          <Box className="break-anywhere" c="var(--danger)" fz="sm" role="alert">
            {error}
          </Box>
        )}
      </div>
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        size={30}
        aria-label={error === undefined ? t('cancelOf', { name }) : t('import.dismiss')}
        onClick={onDismiss}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}
