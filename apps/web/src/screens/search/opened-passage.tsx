import { type Citation, type RetrievalHit, toDocumentPlace } from '@lectern/contract';
import { Drawer } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CitationPanel } from '../../features/conversations/citations/citation-panel.tsx';
import { DocumentViewer } from '../../features/viewer/document-viewer.tsx';
import { PassageLink } from '../documents/passage-link.tsx';
import classes from './search.module.css';

export type Opened = { citation: Citation; all: Citation[] };

function placeOf({ page, boxes, quoteRange, chunkRange, quote }: Citation) {
  return { page, boxes, charRange: quoteRange ?? chunkRange, ...(quote === '' ? {} : { quote }) };
}

/** A hit as a source to open: its whole passage, nothing of it emphasised. */
export function asCitation(hit: RetrievalHit, position: number): Citation {
  const { knowledgeBaseId, documentId, documentName, chunkId, headingPath, page, boxes, score } = hit;
  return {
    number: position + 1,
    knowledgeBaseId,
    documentId,
    documentName,
    chunkId,
    headingPath,
    page,
    boxes,
    score,
    quote: '',
    quoteRange: null,
    chunkText: hit.text,
    chunkRange: hit.charRange,
    markers: [],
  };
}

type Props = { opened: Opened | null; onOpened: (opened: Opened | null) => void };

/** The original at a passage, over the results. */
export function OpenedPassage({ opened, onOpened }: Props) {
  const { t } = useTranslation('chat');
  return (
    <Drawer.Root
      opened={opened !== null}
      onClose={() => onOpened(null)}
      position="right"
      size="min(920px, 100vw)"
      padding={0}
      classNames={{ content: classes.drawerContent, body: classes.drawerBody }}
      // The panel moves the focus in and back itself.
      returnFocus={false}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('citations.drawer')}>
        <Drawer.Body>
          {opened && (
            <CitationPanel
              citation={opened.citation}
              all={opened.all}
              onSelect={(citation) => onOpened({ ...opened, citation })}
              onClose={() => onOpened(null)}
              renderDocument={(citation) => (
                <DocumentViewer documentId={citation.documentId} passage={placeOf(citation)} />
              )}
              actions={
                <PassageLink
                  documentId={opened.citation.documentId}
                  search={toDocumentPlace(placeOf(opened.citation))}
                />
              }
            />
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
