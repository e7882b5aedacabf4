import { getDocument } from '@lectern/contract';
import { Loader } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useApiQuery } from '../../api/queries.ts';
import classes from './document-viewer.module.css';
import { downloadDocument } from './download-document.ts';
import { findDocumentOriginal } from './original.ts';
import { OriginalContent } from './original-content.tsx';
import type { Passage, Place } from './passage.ts';
import { ViewerFailure } from './viewer-failure.tsx';

type DocumentViewerProps = {
  documentId: string;
  /** Which of its files; by default the one that answers. */
  version?: number | undefined;
  /** Opened at, highlighted; a new value moves the view. */
  passage?: Passage;
  /** Called with the place that a person clicks in the original. */
  onPick?: (place: Place) => void;
};

/** The original of a document with a passage of it highlighted. Fills the height of its container. */
export function DocumentViewer({ documentId, version, passage, onPick }: DocumentViewerProps) {
  const { t } = useTranslation('knowledge');
  const document = useApiQuery(getDocument, { params: { documentId } }, { staleTime: 30_000 });
  const known = document.data;
  // A new file is not shown before it answers: places are those of the one that does.
  const isOther = known && known.answeringVersion !== known.fileVersion;
  const wanted = version ?? (isOther ? known.answeringVersion : undefined);
  const ofVersion = useApiQuery(
    getDocument,
    { params: { documentId }, query: { version: wanted } },
    { staleTime: 30_000, enabled: wanted !== undefined, retry: false },
  );
  const { data, error, refetch } = wanted === undefined ? document : ofVersion;
  const waiting = <Loader size="sm" m="auto" role="status" aria-label={t('viewer.loading')} />;

  function renderContent() {
    if (error && !data) return <ViewerFailure error={error} onRetry={() => void refetch()} />;
    if (!data) return waiting;
    return (
      <OriginalContent
        original={findDocumentOriginal(data, wanted)}
        passage={passage}
        onPick={onPick}
        onDownload={() => void downloadDocument(documentId, data.name, wanted)}
      />
    );
  }

  return (
    <div className={classes.viewer} data-viewer>
      <Suspense fallback={waiting}>{renderContent()}</Suspense>
    </div>
  );
}
