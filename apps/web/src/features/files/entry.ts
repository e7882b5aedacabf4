import type { Folder, StoredFile } from '@lectern/contract';

/** One row of the list. Keys of folders and files never meet. */
export type Entry =
  | { kind: 'folder'; key: string; name: string; folder: Folder }
  | { kind: 'file'; key: string; name: string; file: StoredFile };

export function toEntries(folders: readonly Folder[], files: readonly StoredFile[]): Entry[] {
  return [
    ...folders.map(
      (folder): Entry => ({ kind: 'folder', key: `folder:${folder.id}`, name: folder.name, folder }),
    ),
    ...files.map((file): Entry => ({ kind: 'file', key: `file:${file.id}`, name: file.name, file })),
  ];
}

/** What calls about several entries take. */
export type Selection = { fileIds: string[]; folderIds: string[] };

export function toSelection(entries: readonly Entry[]): Selection {
  return {
    fileIds: entries.flatMap((entry) => (entry.kind === 'file' ? [entry.file.id] : [])),
    folderIds: entries.flatMap((entry) => (entry.kind === 'folder' ? [entry.folder.id] : [])),
  };
}
