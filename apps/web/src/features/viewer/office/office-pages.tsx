import type { ReactNode } from 'react';
import { PdfLoading } from '../pdf/pdf-document.tsx';
import { PdfView } from '../pdf/pdf-view.tsx';
import { type OpenedPdf, usePdf } from '../pdf/use-pdf.ts';
import type { ViewerContentProps } from '../viewer-content.ts';
import { ViewerFailure } from '../viewer-failure.tsx';
import { useLocatedPassage } from './use-located-passage.ts';

type OfficePagesProps = ViewerContentProps & { tools: ReactNode };

/** The pages that were laid out of an Office file. */
export function OfficePages(props: OfficePagesProps) {
  const state = usePdf(props.original.pdfCopyBytes);
  if (state.status === 'failed')
    return <ViewerFailure error={state.error} onRetry={state.retry} onDownload={props.onDownload} />;
  if (state.status === 'loading') return <PdfLoading percent={state.percent} />;
  return <OpenedPages {...props} opened={state.opened} />;
}

function OpenedPages(props: OfficePagesProps & { opened: OpenedPdf }) {
  const { original, opened, onPick, onDownload, tools } = props;
  const { passage, located, pick } = useLocatedPassage(original, props.passage, opened);
  return (
    <PdfView
      {...opened}
      passage={passage}
      located={located}
      onPick={onPick && ((place) => void pick(place, onPick))}
      onDownload={onDownload}
      sourceUrl={original.sourceUrl}
      tools={tools}
    />
  );
}
