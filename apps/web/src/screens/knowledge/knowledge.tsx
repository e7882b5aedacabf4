import type { KnowledgeBase } from '@lectern/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ArchiveTasks } from '../../features/archives/archive-tasks.tsx';
import { ExportModal } from '../../features/archives/export-modal.tsx';
import { ImportButton } from '../../features/archives/import-button.tsx';
import { useArchiveUpload } from '../../features/archives/use-archives.ts';
import { KnowledgeBaseList } from '../../features/knowledge-bases/knowledge-base-list.tsx';

export function Screen() {
  const { search, page = 1 } = useSearch({ from: '/knowledge' });
  const navigate = useNavigate();
  const { upload, begin, dismiss } = useArchiveUpload();
  const [exported, setExported] = useState<KnowledgeBase>();
  const open = (id: string) => void navigate({ to: '/knowledge/dataset', search: { id } });
  return (
    <>
      <KnowledgeBaseList
        search={search}
        page={page}
        onView={(view) =>
          void navigate({ to: '/knowledge', search: (before) => ({ ...before, ...view }), replace: true })
        }
        onOpen={open}
        onConfigure={(id) => void navigate({ to: '/knowledge/configuration', search: { id } })}
        onExport={setExported}
        importButton={
          <ImportButton
            busy={upload !== undefined && upload.error === undefined}
            onFile={(file, refusal) => void begin(file, refusal)}
          />
        }
        tasks={<ArchiveTasks upload={upload} onDismiss={dismiss} onOpen={open} />}
      />
      <ExportModal knowledgeBase={exported} onClose={() => setExported(undefined)} />
    </>
  );
}
