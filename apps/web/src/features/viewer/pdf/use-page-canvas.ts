import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { type RefObject, useEffect, useState } from 'react';
import type { PageSize } from './use-pdf.ts';

// Beyond this a canvas costs more memory than its sharpness is worth.
const maxCanvasPixels = 16_000_000;

type DrawnPage = {
  pdf: PDFDocumentProxy;
  number: number;
  scale: number;
  /** A page far from what is shown holds no canvas. */
  near: boolean;
  onSize?: (number: number, size: PageSize) => void;
};

/** Draws a page into the element; tells whether that failed. */
export function usePageCanvas(host: RefObject<HTMLElement | null>, page: DrawnPage): boolean {
  const { pdf, number, scale, near, onSize } = page;
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!near) {
      host.current?.replaceChildren();
      return;
    }
    let left = false;
    let task: RenderTask | undefined;
    async function draw(): Promise<void> {
      const page = await pdf.getPage(number);
      if (left) return;
      const viewport = page.getViewport({ scale });
      onSize?.(number, { width: viewport.width / scale, height: viewport.height / scale });
      const sharpness = Math.min(
        window.devicePixelRatio || 1,
        Math.sqrt(maxCanvasPixels / (viewport.width * viewport.height)),
      );
      const canvas = window.document.createElement('canvas');
      canvas.width = Math.floor(viewport.width * sharpness);
      canvas.height = Math.floor(viewport.height * sharpness);
      task = page.render({ canvas, viewport, transform: [sharpness, 0, 0, sharpness, 0, 0] });
      await task.promise;
      // The former canvas stays, stretched, until the sharp one is complete: no white flash while zooming.
      if (!left) host.current?.replaceChildren(canvas);
    }
    draw().catch(() => {
      if (!left) setFailed(true);
    });
    return () => {
      left = true;
      task?.cancel();
    };
  }, [host, near, pdf, number, scale, onSize]);
  return failed;
}
