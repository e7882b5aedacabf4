import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeError } from '../../../api/describe-error.ts';
import { type Entry, toSelection } from '../entry.ts';
import classes from '../files.module.css';
import { FolderTree, topOfTree } from '../folder-tree.tsx';
import { useFileActions } from '../use-files.ts';

type MoveDialogProps = {
  entries: readonly Entry[];
  /** They lie in a knowledge base alone, and are kept by being moved. */
  keeps: boolean;
  onClose: () => void;
  onMoved: () => void;
};

/** Where to? No folder is moved into itself: it is not among those to choose from. */
export function MoveDialog({ entries, keeps, onClose, onMoved }: MoveDialogProps) {
  const { t } = useTranslation('files');
  const { move } = useFileActions();
  const [target, setTarget] = useState<string>();
  const { reset } = move;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection begins anew.
  useEffect(() => {
    setTarget(undefined);
    reset();
  }, [entries, reset]);
  const selection = toSelection(entries);
  const count = entries.length;

  function confirm(): void {
    if (target === undefined) return;
    move.mutate(
      { body: { ...selection, targetFolderId: target === topOfTree ? null : target } },
      {
        onSuccess: () => {
          onMoved();
          onClose();
        },
      },
    );
  }

  return (
    <Modal
      closeButtonProps={{ 'aria-label': t('form.close') }}
      opened={count > 0}
      onClose={onClose}
      title={keeps ? t('move.keepTitle', { count }) : t('move.title', { count })}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('move.text')}
        </Text>
        <div className={classes.tree}>
          <FolderTree without={selection.folderIds} value={target} onChange={setTarget} />
        </div>
        {move.error && (
          <Alert color="red" role="alert">
            {describeError(move.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button onClick={confirm} disabled={target === undefined} loading={move.isPending}>
            {t('move.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
