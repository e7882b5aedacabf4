import type { StoredFile } from '@lectern/contract';
import { Button, SegmentedControl, Stack, Text } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { QueryBoundary } from '../../ui/feedback/query-boundary.tsx';
import { SkeletonList } from '../../ui/feedback/skeletons.tsx';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { FilterBar } from '../../ui/layout/filter-bar.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { DropArea } from '../../ui/upload/drop-area.tsx';
import { UploadTray } from '../../ui/upload/upload-tray.tsx';
import { BaseFilter } from './base-filter.tsx';
import { FileDialogs, type OpenDialog } from './dialogs/file-dialogs.tsx';
import { PreviewDrawer } from './dialogs/preview-drawer.tsx';
import { downloadFile } from './download-file.ts';
import { type Entry, toEntries } from './entry.ts';
import { FileTable } from './file-table.tsx';
import { FilesBulkBar } from './files-bulk-bar.tsx';
import { FilesEmpty } from './files-empty.tsx';
import { FolderPath } from './folder-path.tsx';
import { UploadActions } from './upload-actions.tsx';
import { afterUploads, uploadPlace, useFileUploads } from './use-file-uploads.ts';
import { type FilesView, filesPageSize, useFiles, useFolders } from './use-files.ts';

type FileBrowserProps = {
  view: FilesView;
  /** `replace: false`: a step that the browser's back button undoes. */
  onView: (changes: Partial<FilesView>, options?: { replace?: boolean }) => void;
  linkToBase: (knowledgeBaseId: string, children: ReactNode) => ReactNode;
  renderFile: (file: StoredFile) => ReactNode;
  /** Another way to bring files into the folder. */
  importButton: ReactNode;
  /** What is being imported, above the list. */
  imports: ReactNode;
};

/** The file manager: folders first, then files, page by page. */
export function FileBrowser({
  view,
  onView,
  linkToBase,
  renderFile,
  importButton,
  imports,
}: FileBrowserProps) {
  const { t } = useTranslation('files');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [dialog, setDialog] = useState<OpenDialog>();
  const folders = useFolders(view);
  const files = useFiles(view);
  const { add } = useFileUploads(view.folder);
  const ofBases = view.shelf === 'base';
  const searching = view.search !== undefined;

  const entries = useMemo(() => {
    const withFolders = !ofBases && view.page === 1 && view.base === undefined;
    return toEntries(withFolders ? (folders.data?.items ?? []) : [], files.data?.items ?? []);
  }, [ofBases, view.page, view.base, folders.data, files.data]);
  const chosen = entries.filter(({ key }) => selected.has(key));
  const chosenFiles = chosen.flatMap((entry) => (entry.kind === 'file' ? [entry.file] : []));

  function go(changes: Partial<FilesView>, options?: { replace?: boolean }): void {
    setSelected(new Set());
    onView({ page: undefined, ...changes }, options);
  }
  const openFolder = (folder: string | undefined) => go({ folder, search: undefined }, { replace: false });

  const commands = {
    onOpen: (entry: Entry) =>
      entry.kind === 'folder'
        ? openFolder(entry.folder.id)
        : onView({ file: entry.file.id }, { replace: false }),
    onDownload: ({ file }: Entry & { kind: 'file' }) => void downloadFile(file),
    onLink: ({ file }: Entry & { kind: 'file' }) => setDialog({ kind: 'link', files: [file] }),
    onRename: (entry: Entry) => setDialog({ kind: 'rename', entry }),
    onMove: (entry: Entry) => setDialog({ kind: 'move', entries: [entry] }),
    onDelete: (entry: Entry) => setDialog({ kind: 'delete', entries: [entry] }),
    ...(searching
      ? { onReveal: ({ file }: Entry & { kind: 'file' }) => openFolder(file.folderId ?? undefined) }
      : {}),
  };

  if (folders.error && folders.data === undefined && view.folder !== undefined)
    return <MissingFolder error={folders.error} onTop={() => openFolder(undefined)} />;

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          !ofBases && (
            <UploadActions
              importButton={importButton}
              onFiles={add}
              onNewFolder={() => setDialog({ kind: 'newFolder', parentId: view.folder ?? null })}
            />
          )
        }
      />
      {!ofBases && imports}
      <FilterBar>
        <SearchInput label={t('list.search')} value={view.search} onChange={(search) => go({ search })} />
        <div data-whole>
          <SegmentedControl
            size="sm"
            fullWidth
            aria-label={t('place.label')}
            value={ofBases ? 'base' : 'manager'}
            onChange={(place) =>
              go({ shelf: place === 'base' ? 'base' : undefined, folder: undefined, base: undefined })
            }
            data={[
              { value: 'manager', label: t('place.manager') },
              { value: 'base', label: t('place.base') },
            ]}
          />
        </div>
        {ofBases && <BaseFilter value={view.base} onChange={(base) => go({ base })} />}
      </FilterBar>
      {ofBases ? (
        <Text size="sm" c="dimmed" mb="sm" maw={680}>
          {t('place.baseText')}
        </Text>
      ) : searching ? (
        <Text size="sm" fw={600} mb={12}>
          {t('path.found')}
        </Text>
      ) : (
        <FolderPath path={folders.data?.path ?? []} onOpen={openFolder} />
      )}
      <FilesBulkBar
        count={chosen.length}
        onLink={
          !ofBases && chosenFiles.length > 0 && chosenFiles.length === chosen.length
            ? () => setDialog({ kind: 'link', files: chosenFiles })
            : undefined
        }
        onMove={() => setDialog({ kind: 'move', entries: chosen })}
        onDelete={ofBases ? undefined : () => setDialog({ kind: 'delete', entries: chosen })}
        onClear={() => setSelected(new Set())}
      />
      <QueryBoundary query={files} skeleton={<SkeletonList rows={8} height={48} />}>
        {({ total }) =>
          entries.length === 0 && !folders.isLoading ? (
            <FilesEmpty view={view} />
          ) : (
            <FileTable
              entries={entries}
              commands={commands}
              linkToBase={linkToBase}
              sort={{ key: view.sort ?? 'name', direction: view.direction ?? 'asc' }}
              onSort={({ key, direction }) => go({ sort: key as FilesView['sort'], direction })}
              selected={selected}
              onSelect={setSelected}
              paging={{ page: view.page, pageSize: filesPageSize, total, onPage: (page) => go({ page }) }}
            />
          )
        }
      </QueryBoundary>
      {!ofBases && <DropArea onFiles={add} />}
      <UploadTray place={uploadPlace} refreshes={afterUploads} />
      <PreviewDrawer fileId={view.file} onClose={() => onView({ file: undefined })} renderFile={renderFile} />
      <FileDialogs
        dialog={dialog}
        onClose={() => setDialog(undefined)}
        onDone={() => setSelected(new Set())}
      />
    </>
  );
}

/** The address names a folder that is not there, or no longer. */
function MissingFolder({ error, onTop }: { error: unknown; onTop: () => void }) {
  const { t } = useTranslation('files');
  return (
    <>
      <PageHeader title={t('title')} />
      <Stack align="center" gap={0}>
        <ErrorState error={error} />
        <Button variant="default" onClick={onTop}>
          {t('actions.backToTop')}
        </Button>
      </Stack>
    </>
  );
}
