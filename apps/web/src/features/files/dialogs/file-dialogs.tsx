import type { StoredFile } from '@lectern/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entry } from '../entry.ts';
import { useFileActions } from '../use-files.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { NameDialog, type Naming } from './name-dialog.tsx';

export type OpenDialog =
  | { kind: 'newFolder'; parentId: string | null }
  | { kind: 'rename'; entry: Entry }
  | { kind: 'move' | 'delete'; entries: readonly Entry[] }
  | { kind: 'link'; files: readonly StoredFile[] };

type FileDialogsProps = {
  dialog: OpenDialog | undefined;
  onClose: () => void;
  /** Something was moved, deleted or linked: the selection is done with. */
  onDone: () => void;
};

const noEntries: readonly Entry[] = [];
const noFiles: readonly StoredFile[] = [];

/** The dialogs of the file manager, one at a time. */
export function FileDialogs({ dialog, onClose, onDone }: FileDialogsProps) {
  const { t } = useTranslation('files');
  const { addFolder, renameFolder, renameFile } = useFileActions();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the actions are made anew with every drawing.
  const naming = useMemo((): Naming | undefined => {
    if (dialog?.kind === 'newFolder')
      return {
        title: t('folder.newTitle'),
        submitLabel: t('form.create'),
        initialName: '',
        onSubmit: (name) => addFolder.mutateAsync({ body: { name, parentId: dialog.parentId } }),
      };
    if (dialog?.kind !== 'rename') return undefined;
    const { entry } = dialog;
    if (entry.kind === 'folder')
      return {
        title: t('folder.renameTitle'),
        submitLabel: t('form.save'),
        initialName: entry.name,
        onSubmit: (name) =>
          renameFolder.mutateAsync({ params: { folderId: entry.folder.id }, body: { name } }),
      };
    return {
      title: t('file.renameTitle'),
      hint: t('file.renameHint'),
      submitLabel: t('form.save'),
      initialName: entry.name,
      onSubmit: (name) => renameFile.mutateAsync({ params: { fileId: entry.file.id }, body: { name } }),
    };
  }, [dialog, t]);

  const moved = dialog?.kind === 'move' ? dialog.entries : noEntries;
  return (
    <>
      <NameDialog naming={naming} onClose={onClose} />
      <MoveDialog
        entries={moved}
        keeps={moved.some((entry) => entry.kind === 'file' && entry.file.shelf === 'base')}
        onClose={onClose}
        onMoved={onDone}
      />
      <DeleteDialog
        entries={dialog?.kind === 'delete' ? dialog.entries : noEntries}
        onClose={onClose}
        onDeleted={onDone}
      />
      <LinkDialog
        files={dialog?.kind === 'link' ? dialog.files : noFiles}
        onClose={onClose}
        onLinked={onDone}
      />
    </>
  );
}
