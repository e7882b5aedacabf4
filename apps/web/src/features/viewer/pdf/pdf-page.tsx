import type { PDFDocumentProxy, RenderTask } from 'pdfjs-dist';
import { TextLayer } from 'pdfjs-dist';
import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Rect, toStyle } from '../page-boxes.ts';
import { useNear } from '../use-near.ts';
import { locateQuote } from './page-marks.ts';
import classes from './pdf-page.module.css';
import type { PageSize } from './use-pdf.ts';

// Beyond this a canvas costs more memory than sharpness is reciprocalRank.
const maxCanvasPixels = 16_000_000;

type PdfPageProps = {
  pdf: PDFDocumentProxy;
  number: number;
  size: PageSize;
  scale: number;
  /** The scrolling element: pages far from what it shows hold no canvas. */
  scroller: RefObject<HTMLElement | null>;
  boxes: readonly Rect[];
  quote: string | undefined;
  onSize: (number: number, size: PageSize) => void;
  onQuoteFound: (number: number, rects: readonly Rect[]) => void;
  onPick?: ((number: number, x: number, y: number) => void) | undefined;
};

export function PdfPage(props: PdfPageProps) {
  const { pdf, number, size, scale, scroller, boxes, quote, onSize, onQuoteFound, onPick } = props;
  const { t } = useTranslation('knowledge');
  const frame = useRef<HTMLDivElement>(null);
  const canvasHost = useRef<HTMLDivElement>(null);
  const textHost = useRef<HTMLDivElement>(null);
  const near = useNear(frame, scroller);
  const [layer, setLayer] = useState<{ divs: HTMLElement[]; strings: string[] }>();
  const [quoteRects, setQuoteRects] = useState<readonly Rect[]>([]);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    if (!near) {
      canvasHost.current?.replaceChildren();
      return;
    }
    let left = false;
    let task: RenderTask | undefined;
    async function draw(): Promise<void> {
      const page = await pdf.getPage(number);
      if (left) return;
      const viewport = page.getViewport({ scale });
      onSize(number, { width: viewport.width / scale, height: viewport.height / scale });
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
      if (!left) canvasHost.current?.replaceChildren(canvas);
    }
    draw().catch(() => {
      if (!left) setFailed(true);
    });
    return () => {
      left = true;
      task?.cancel();
    };
  }, [near, pdf, number, scale, onSize]);

  useEffect(() => {
    const host = textHost.current;
    if (!near || !host) return;
    let left = false;
    let text: TextLayer | undefined;
    async function layOut(container: HTMLElement): Promise<void> {
      const page = await pdf.getPage(number);
      const content = await page.getTextContent();
      if (left) return;
      text = new TextLayer({
        textContentSource: content,
        container,
        viewport: page.getViewport({ scale: 1 }),
      });
      await text.render();
      if (!left) setLayer({ divs: text.textDivs, strings: text.textContentItemsStr });
    }
    // A page without text that can be selected is still a page that can be read.
    layOut(host).catch(() => undefined);
    return () => {
      left = true;
      text?.cancel();
      host.replaceChildren();
      setLayer(undefined);
    };
  }, [near, pdf, number]);

  useEffect(() => {
    if (!layer || !quote || !frame.current) {
      setQuoteRects([]);
      return;
    }
    const rects = locateQuote(quote, boxes, layer, frame.current.getBoundingClientRect());
    setQuoteRects(rects);
    if (rects.length > 0) onQuoteFound(number, rects);
  }, [layer, quote, boxes, number, onQuoteFound]);

  function pick(event: MouseEvent<HTMLDivElement>): void {
    if (!onPick || !frame.current || !window.getSelection()?.isCollapsed) return;
    const rect = frame.current.getBoundingClientRect();
    onPick(number, (event.clientX - rect.left) / rect.width, (event.clientY - rect.top) / rect.height);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list of chunks is the keyboard's way to the same choice.
    <section
      ref={frame}
      className={classes.page}
      data-page={number}
      data-pickable={onPick !== undefined || undefined}
      aria-label={t('viewer.page', { page: number })}
      style={
        {
          width: size.width * scale,
          height: size.height * scale,
          '--total-scale-factor': scale,
        } as React.CSSProperties
      }
      onClick={pick}
    >
      <div ref={canvasHost} className={classes.canvas} aria-hidden="true" />
      <div className={classes.marks} aria-hidden="true">
        {boxes.map((box) => (
          <div key={`${box.x0},${box.y0},${box.x1},${box.y1}`} className={classes.box} style={toStyle(box)} />
        ))}
        {quoteRects.map((rect) => (
          <div key={`${rect.x0},${rect.y0},${rect.x1}`} className={classes.quote} style={toStyle(rect)} />
        ))}
      </div>
      <div ref={textHost} className={classes.text} />
      {failed && <p className={classes.failed}>{t('viewer.pageFailed', { page: number })}</p>}
    </section>
  );
}
