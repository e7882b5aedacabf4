import { type ComponentType, lazy } from 'react';
import type { ViewerContentProps } from './viewer-content.ts';

// pdf.js is larger than the rest of the page together.
const PdfDocument = lazy(() => import('./pdf/pdf-document.tsx').then((m) => ({ default: m.PdfDocument })));
const HtmlDocument = lazy(() =>
  import('./html/html-document.tsx').then((m) => ({ default: m.HtmlDocument })),
);
const ImageDocument = lazy(() =>
  import('./image/image-document.tsx').then((m) => ({ default: m.ImageDocument })),
);
const AudioDocument = lazy(() =>
  import('./audio/audio-document.tsx').then((m) => ({ default: m.AudioDocument })),
);

/** What draws formats that are more than text. */
const contents: Record<string, ComponentType<ViewerContentProps>> = {
  pdf: PdfDocument,
  image: ImageDocument,
  audio: AudioDocument,
};

/** An original, drawn by what knows its format; everything else as the text that can be read of it. */
export function OriginalContent(props: ViewerContentProps) {
  const Content = contents[props.original.format ?? ''] ?? HtmlDocument;
  return <Content {...props} />;
}
