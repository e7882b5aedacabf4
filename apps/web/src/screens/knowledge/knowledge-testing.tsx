import { Drawer } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentsUploadTray } from '../../features/documents/documents-upload-tray.tsx';
import { ExpectDocument } from '../../features/evaluations/expect-document.tsx';
import { KnowledgeBaseLayout } from '../../features/knowledge-bases/knowledge-base-layout.tsx';
import type { OpenedPassage } from '../../features/retrieval/results-column.tsx';
import { RetrievalTest } from '../../features/retrieval/retrieval-test.tsx';
import { DocumentViewer } from '../../features/viewer/document-viewer.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { LinkButton } from '../../ui/link.tsx';
import classes from './knowledge-testing.module.css';

export function Screen() {
  const { t } = useTranslation('knowledge');
  const { id, settings } = useSearch({ from: '/knowledge/testing' });
  const navigate = useNavigate();
  const forgetSettings = useCallback(
    () => void navigate({ to: '/knowledge/testing', search: { id }, replace: true }),
    [navigate, id],
  );
  const [opened, setOpened] = useState<OpenedPassage>();
  return (
    <KnowledgeBaseLayout
      knowledgeBaseId={id}
      section="testing"
      floating={<DocumentsUploadTray knowledgeBaseId={id} />}
    >
      {(knowledgeBase) => (
        <>
          <PageHeader title={t('sections.testing')} description={t('testing.description')} />
          <RetrievalTest
            key={knowledgeBase.id}
            knowledgeBase={knowledgeBase}
            onOpen={setOpened}
            given={settings}
            onGivenTaken={forgetSettings}
            hitAction={
              knowledgeBase.abilities.update
                ? (hit, question) => (
                    <ExpectDocument knowledgeBase={knowledgeBase} question={question} hit={hit} />
                  )
                : undefined
            }
            uploadLink={
              <LinkButton
                to="/knowledge/dataset"
                search={{ id }}
                leftSection={<IconUpload size={16} aria-hidden />}
              >
                {t('upload.button')}
              </LinkButton>
            }
          />
          <Drawer
            opened={opened !== undefined}
            onClose={() => setOpened(undefined)}
            position="right"
            size="min(920px, 100vw)"
            padding={0}
            title={opened?.documentName}
            classNames={{ content: classes.drawer, header: classes.drawerHead, body: classes.drawerBody }}
          >
            {opened && (
              <DocumentViewer
                documentId={opened.documentId}
                passage={{ page: opened.page, boxes: opened.boxes, charRange: opened.charRange }}
              />
            )}
          </Drawer>
        </>
      )}
    </KnowledgeBaseLayout>
  );
}
