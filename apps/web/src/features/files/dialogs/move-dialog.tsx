import { moveFiles } from '@lectern/contract';
import { Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiForm } from '../../../ui/form/api-form.tsx';
import { useApiForm } from '../../../ui/form/use-api-form.ts';
import { type Entry, toSelection } from '../entry.ts';
import classes from '../files.module.css';
import { FolderTree, topOfTree } from '../folder-tree.tsx';
import { fileQueries } from '../use-files.ts';

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
  const count = entries.length;
  return (
    <Modal
      opened={count > 0}
      onClose={onClose}
      title={keeps ? t('move.keepTitle', { count }) : t('move.title', { count })}
    >
      <MoveForm entries={entries} onClose={onClose} onMoved={onMoved} />
    </Modal>
  );
}

function MoveForm({ entries, onClose, onMoved }: Omit<MoveDialogProps, 'keeps'>) {
  const { t } = useTranslation('files');
  const selection = toSelection(entries);
  const form = useApiForm(moveFiles, {
    initialValues: { target: '' },
    toBody: ({ target }) => ({ ...selection, targetFolderId: target === topOfTree ? null : target }),
    invalidates: fileQueries,
    successMessage: 'files:toast.moved',
    onSuccess: () => {
      onMoved();
      onClose();
    },
  });
  return (
    <ApiForm form={form} submitLabel={t('move.confirm')} onCancel={onClose} mustChange>
      <Text size="sm" c="dimmed">
        {t('move.text')}
      </Text>
      <div className={classes.tree}>
        <FolderTree
          without={selection.folderIds}
          value={form.values.target || undefined}
          onChange={(target) => form.setFieldValue('target', target)}
        />
      </div>
    </ApiForm>
  );
}
