import type { Document } from '@lectern/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CuttingModal } from '../features/chunks/cutting-modal.tsx';
import { Dataset } from '../features/documents/dataset.tsx';
import { DocumentsUploadTray } from '../features/documents/documents-upload-tray.tsx';
import { useParsing } from '../features/documents/parsing/use-parsing.tsx';
import { KnowledgeBaseLayout } from '../features/knowledge-bases/knowledge-base-layout.tsx';
import { downloadDocument } from '../features/viewer/download-document.ts';
import { TextLink } from '../ui/link.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import type { DatasetSearch } from './knowledge-search.ts';

export function Screen() {
  const { t } = useTranslation('knowledge');
  const { id, page = 1, ...view } = useSearch({ from: '/knowledge/dataset' });
  const navigate = useNavigate();
  const [configured, setConfigured] = useState<Document>();
  const parsing = useParsing(id);
  return (
    <KnowledgeBaseLayout
      knowledgeBaseId={id}
      section="dataset"
      floating={<DocumentsUploadTray knowledgeBaseId={id} />}
    >
      {(knowledgeBase) => (
        <>
          <PageHeader title={t('sections.dataset')} description={t('documents.description')} />
          <Dataset
            knowledgeBase={knowledgeBase}
            view={{ ...view, page }}
            onView={(changes) =>
              void navigate({
                to: '/knowledge/dataset',
                search: (before) => ({ ...(before as DatasetSearch), ...changes, id }),
                replace: true,
              })
            }
            linkTo={(document, children) => (
              <TextLink to="/knowledge/dataset/chunk" search={{ document: document.id }} c="inherit" fw={550}>
                {children}
              </TextLink>
            )}
            onConfigure={setConfigured}
            parsing={parsing}
            onDownload={(document) => void downloadDocument(document.id, document.name)}
          />
          <CuttingModal
            document={configured}
            onClose={() => setConfigured(undefined)}
            onParse={parsing.parseOne}
          />
          {parsing.dialog}
        </>
      )}
    </KnowledgeBaseLayout>
  );
}
