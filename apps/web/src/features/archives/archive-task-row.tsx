import type { ArchiveTask } from '@lectern/contract';
import { ActionIcon, Box, Button, Flex } from '@mantine/core';
import { IconDownload, IconPackageExport, IconPackageImport, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LongText } from '../../ui/display/long-text.tsx';
import { openConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { RunProgress } from '../../ui/feedback/run-progress.tsx';
import { useFormat } from '../../ui/format/use-format.ts';
import classes from './archives.module.css';
import { isTaskActive, useArchiveActions, useDownload } from './use-archives.ts';

/** An export or import: what it is, how far it is, and what can be done with it. */
export function ArchiveTaskRow({ task, onOpen }: { task: ArchiveTask; onOpen: (id: string) => void }) {
  const { t } = useTranslation('archives');
  const Shape = task.direction === 'export' ? IconPackageExport : IconPackageImport;
  return (
    <li className={classes.row}>
      <Flex component="span" c="dimmed">
        <Shape size={20} stroke={1.6} aria-hidden />
      </Flex>
      <div>
        <Box fw={550}>
          <LongText>{task.name}</LongText>
        </Box>
        {isTaskActive(task) && (
          <RunProgress
            compact
            maw={420}
            mt={6}
            mb={2}
            percent={task.percent}
            label={t('progressOf', { name: task.name })}
          />
        )}
        <TaskNote task={task} />
        {task.error && (
          <Box className="break-anywhere" c="var(--danger)" fz="sm">
            {task.error.message}
          </Box>
        )}
      </div>
      <TaskActions task={task} onOpen={onOpen} />
    </li>
  );
}

function TaskNote({ task }: { task: ArchiveTask }) {
  const { t } = useTranslation('archives');
  const format = useFormat();
  const isDone = task.state === 'finished';
  const parts = [
    t(`what.${task.direction}`),
    task.stage === null ? t(`state.${task.state}`) : t(`stage.${task.stage}`),
    isDone && t('documents', { count: task.documentCount, shown: format.number(task.documentCount) }),
    isDone && task.sizeBytes !== null && format.bytes(task.sizeBytes),
    isDone &&
      task.direction === 'import' &&
      task.withVectors !== null &&
      t(task.withVectors ? 'vectorsKept' : 'vectorsMade'),
    task.expiresAt !== null && t('until', { time: format.dateTime(task.expiresAt) }),
  ];
  return (
    <Box className="break-anywhere" c="dimmed" fz="sm" aria-live="polite">
      {parts.filter(Boolean).join(' · ')}
    </Box>
  );
}

function TaskActions({ task, onOpen }: { task: ArchiveTask; onOpen: (id: string) => void }) {
  const { t } = useTranslation('archives');
  const { cancel, remove } = useArchiveActions();
  const { busy, download } = useDownload();
  const { id, name, knowledgeBaseId } = task;
  const input = { params: { archiveTaskId: id } };

  function askToCancel(): void {
    openConfirmModal({
      title: t('cancelTitle'),
      text: t('cancelText'),
      confirmLabel: t('cancelConfirm'),
      onConfirm: () => cancel.mutateAsync(input),
    });
  }

  function askToRemove(): void {
    openConfirmModal({
      title: t('removeTitle'),
      text: t('removeText'),
      confirmLabel: t('remove'),
      onConfirm: () => remove.mutateAsync(input),
    });
  }

  if (isTaskActive(task))
    return (
      <div className={classes.actions}>
        <Button size="xs" variant="default" aria-label={t('cancelOf', { name })} onClick={askToCancel}>
          {t('cancel')}
        </Button>
      </div>
    );
  const hasArchive = task.direction === 'export' && task.expiresAt !== null;
  return (
    <>
      <div className={classes.actions}>
        {hasArchive && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            aria-label={t('downloadOf', { name })}
            loading={busy}
            onClick={() => void download(id)}
          >
            {t('download')}
          </Button>
        )}
        {task.direction === 'import' && knowledgeBaseId !== null && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('openOf', { name })}
            onClick={() => onOpen(knowledgeBaseId)}
          >
            {t('open')}
          </Button>
        )}
      </div>
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="gray"
        size={30}
        aria-label={t('removeOf', { name })}
        title={t('remove')}
        onClick={() => (hasArchive ? askToRemove() : remove.mutate(input))}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}
