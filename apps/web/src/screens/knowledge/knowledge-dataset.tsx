import type { Document } from '@lectern/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChunkingModal } from '../../features/chunk-methods/chunking-modal.tsx';
import { Dataset } from '../../features/documents/dataset.tsx';
import { DocumentsUploadTray } from '../../features/documents/documents-upload-tray.tsx';
import { useParsing } from '../../features/documents/parsing/use-parsing.tsx';
import { KnowledgeBaseLayout } from '../../features/knowledge-bases/knowledge-base-layout.tsx';
import { downloadDocument } from '../../features/viewer/download-document.ts';
import { ImportWebsiteButton, WebsiteImports } from '../../features/website-imports/website-imports.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { IconLink, TextLink } from '../../ui/link.tsx';
import type { DatasetSearch } from './knowledge-search.ts';

export function Screen() {
  const { t } = useTranslation('knowledge');
  const { id, page = 1, website, ...view } = useSearch({ from: '/knowledge/dataset' });
  const navigate = useNavigate();
  const [configured, setConfigured] = useState<Document>();
  const parsing = useParsing(id);
  const openWebsite = (opened: string | undefined) =>
    void navigate({
      to: '/knowledge/dataset',
      search: (before) => ({ ...(before as DatasetSearch), website: opened, id }),
      replace: true,
    });
  return (
    <KnowledgeBaseLayout
      knowledgeBaseId={id}
      section="dataset"
      floating={<DocumentsUploadTray knowledgeBaseId={id} />}
    >
      {(knowledgeBase) => (
        <>
          <PageHeader
            title={t('sections.dataset')}
            description={t('documents.description')}
            actions={
              knowledgeBase.abilities.update && (
                <ImportWebsiteButton knowledgeBaseId={id} onBegun={(begun) => openWebsite(begun.id)} />
              )
            }
          />
          <WebsiteImports
            knowledgeBase={knowledgeBase}
            openedId={website}
            onOpen={openWebsite}
            linkToDocument={(document, label, icon) => (
              <IconLink to="/knowledge/dataset/chunk" search={{ document }} aria-label={label} title={label}>
                {icon}
              </IconLink>
            )}
          />
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
          <ChunkingModal
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
