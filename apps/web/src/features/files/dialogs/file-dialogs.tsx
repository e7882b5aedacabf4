import { createFolder, renameFile, renameFolder, type StoredFile } from '@lectern/contract';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '../../../ui/form/name-dialog.tsx';
import type { Entry } from '../entry.ts';
import { fileQueries } from '../use-files.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

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
  const { t } = useTranslation(['files', 'shell']);
  const renamed = dialog?.kind === 'rename' ? dialog.entry : undefined;
  const moved = dialog?.kind === 'move' ? dialog.entries : noEntries;
  return (
    <>
      <NameDialog
        endpoint={createFolder}
        extra={{ parentId: dialog?.kind === 'newFolder' ? dialog.parentId : null }}
        invalidates={fileQueries}
        successMessage="files:toast.created"
        title={t('folder.newTitle')}
        submitLabel={t('shell:actions.create')}
        opened={dialog?.kind === 'newFolder'}
        onClose={onClose}
      />
      <NameDialog
        endpoint={renameFolder}
        params={{ folderId: renamed?.kind === 'folder' ? renamed.folder.id : '' }}
        invalidates={fileQueries}
        successMessage="files:toast.renamed"
        title={t('folder.renameTitle')}
        initialName={renamed?.name}
        opened={renamed?.kind === 'folder'}
        onClose={onClose}
      />
      <NameDialog
        endpoint={renameFile}
        params={{ fileId: renamed?.kind === 'file' ? renamed.file.id : '' }}
        invalidates={fileQueries}
        successMessage="files:toast.renamed"
        title={t('file.renameTitle')}
        description={t('file.renameHint')}
        initialName={renamed?.name}
        keepsEnding
        opened={renamed?.kind === 'file'}
        onClose={onClose}
      />
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
