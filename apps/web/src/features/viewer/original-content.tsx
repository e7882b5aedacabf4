import { type ComponentType, lazy } from 'react';
import type { ViewerContentProps } from './viewer-content.ts';

// pdf.js is larger than the rest of the page together.
const PdfDocument = lazy(() => import('./pdf/pdf-document.tsx').then((m) => ({ default: m.PdfDocument })));
const HtmlDocument = lazy(() =>
  import('./html/html-document.tsx').then((m) => ({ default: m.HtmlDocument })),
);
const OfficeDocument = lazy(() =>
  import('./office/office-document.tsx').then((m) => ({ default: m.OfficeDocument })),
);
const ImageDocument = lazy(() =>
  import('./image/image-document.tsx').then((m) => ({ default: m.ImageDocument })),
);
const AudioDocument = lazy(() =>
  import('./audio/audio-document.tsx').then((m) => ({ default: m.AudioDocument })),
);

/** What a server may lay out as pages. */
const officeFormats = ['doc', 'docx', 'odt', 'rtf', 'ppt', 'pptx', 'odp', 'xls', 'xlsx', 'xlsb', 'ods'];

/** What draws formats that are more than text. */
const contents: Record<string, ComponentType<ViewerContentProps>> = {
  pdf: PdfDocument,
  image: ImageDocument,
  audio: AudioDocument,
  ...Object.fromEntries(officeFormats.map((format) => [format, OfficeDocument])),
};

/** An original, drawn by what knows its format; everything else as the text that can be read of it. */
export function OriginalContent(props: ViewerContentProps) {
  const Content = contents[props.original.format ?? ''] ?? HtmlDocument;
  return <Content {...props} />;
}
