import type { StoredFile } from '@lectern/contract';
import { Loader } from '@mantine/core';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './document-viewer.module.css';
import { findFileOriginal } from './original.ts';
import { OriginalContent } from './original-content.tsx';

type FileViewerProps = { file: StoredFile; onDownload: () => void };

/** A file of the file manager, whether or not a knowledge base has it. Fills the height of its container. */
export function FileViewer({ file, onDownload }: FileViewerProps) {
  const { t } = useTranslation('knowledge');
  const original = useMemo(() => findFileOriginal(file), [file]);
  return (
    <div className={classes.viewer} data-viewer>
      <Suspense fallback={<Loader size="sm" m="auto" role="status" aria-label={t('viewer.loading')} />}>
        <OriginalContent
          key={file.id}
          original={original}
          passage={undefined}
          onPick={undefined}
          onDownload={onDownload}
        />
      </Suspense>
    </div>
  );
}
