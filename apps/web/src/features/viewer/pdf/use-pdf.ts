import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useCallback, useEffect, useState } from 'react';
import { addressOf } from '../../../api/client.ts';
import type { Original } from '../original.ts';
import { PageTexts } from './page-texts.ts';
import { PdfAssetFactory } from './pdf-assets.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

export type PageSize = { width: number; height: number };

export type OpenedPdf = { pdf: PDFDocumentProxy; firstPage: PageSize; texts: PageTexts };

export type PdfState =
  | { status: 'loading'; percent: number | null }
  | { status: 'ready'; opened: OpenedPdf }
  | { status: 'failed'; error: unknown };

/** Opens the original by ranges: the first page is there before the whole file is. */
export function usePdf({ endpoint, input }: Original['bytes']): PdfState & { retry: () => void } {
  const [state, setState] = useState<PdfState>({ status: 'loading', percent: null });
  const [attempt, setAttempt] = useState(0);

  const { url } = addressOf(endpoint, input);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens the file again.
  useEffect(() => {
    setState({ status: 'loading', percent: null });
    const task = getDocument({
      url,
      httpHeaders: addressOf(endpoint, input).headers,
      BinaryDataFactory: PdfAssetFactory,
      useWorkerFetch: false,
      rangeChunkSize: 256 * 1024,
      disableStream: true,
      disableAutoFetch: true,
    });
    let left = false;
    task.onProgress = ({ percent }: { percent: number }) => {
      setState((current) =>
        current.status === 'loading' && !left
          ? { status: 'loading', percent: Number.isFinite(percent) ? percent : null }
          : current,
      );
    };
    task.promise
      .then(async (pdf) => {
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
        const opened = { pdf, firstPage: { width, height }, texts: new PageTexts(pdf) };
        if (!left) setState({ status: 'ready', opened });
      })
      .catch((error: unknown) => {
        if (!left) setState({ status: 'failed', error });
      });
    return () => {
      left = true;
      void task.destroy();
    };
  }, [url, attempt]);

  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, retry };
}
