import { Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/form/dialog-actions.tsx';
import { FormError } from '../../../ui/form/form-error.tsx';
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

/** Chooses the target folder. A folder cannot be moved into itself, so it is not offered. */
export function MoveDialog({ entries, keeps, onClose, onMoved }: MoveDialogProps) {
  const { t } = useTranslation('files');
  const { move } = useFileActions();
  const [target, setTarget] = useState<string>();
  const { reset } = move;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another selection resets it.
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
        <FormError error={move.error} />
        <DialogActions
          label={t('move.confirm')}
          onCancel={onClose}
          onConfirm={confirm}
          busy={move.isPending}
          disabled={target === undefined}
        />
      </Stack>
    </Modal>
  );
}
