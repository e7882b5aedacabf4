import { useNavigate, useSearch } from '@tanstack/react-router';
import { downloadFile } from '../../features/files/download-file.ts';
import { FileBrowser } from '../../features/files/file-browser.tsx';
import { S3ImportButton } from '../../features/s3-connections/s3-import-button.tsx';
import { S3Imports } from '../../features/s3-connections/s3-imports.tsx';
import { FileViewer } from '../../features/viewer/file-viewer.tsx';
import { TextLink } from '../../ui/link.tsx';
import type { FilesSearch } from './files-search.ts';

export function Screen() {
  const { page = 1, ...view } = useSearch({ from: '/file' });
  const navigate = useNavigate();
  return (
    <FileBrowser
      view={{ ...view, page }}
      onView={(changes, { replace = true } = {}) =>
        void navigate({
          to: '/file',
          search: (before) => ({ ...(before as FilesSearch), ...changes }),
          replace,
        })
      }
      linkToBase={(knowledgeBaseId, children) => (
        <TextLink to="/knowledge/dataset" search={{ id: knowledgeBaseId }} c="inherit" size="sm">
          {children}
        </TextLink>
      )}
      importButton={<S3ImportButton folderId={view.folder ?? null} />}
      imports={<S3Imports />}
      renderFile={(file) => <FileViewer file={file} onDownload={() => void downloadFile(file)} />}
    />
  );
}
