import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type MouseEvent, memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PieceRange } from '../find-text.ts';
import { noBoxes, type Rect, toStyle } from '../page-boxes.ts';
import { useNear } from '../use-near.ts';
import { findRects, locateQuote } from './page-marks.ts';
import classes from './pdf-page.module.css';
import { usePageCanvas } from './use-page-canvas.ts';
import type { PageMatch } from './use-page-find.ts';
import type { PageSize } from './use-pdf.ts';
import { useTextLayer } from './use-text-layer.ts';

/** What stands out on a page, in runs of its text. */
export type PageRanges = { passage: readonly PieceRange[]; quote: readonly PieceRange[] };

type PdfPageProps = {
  pdf: PDFDocumentProxy;
  number: number;
  size: PageSize;
  scale: number;
  /** The scrolling element: pages far from what it shows hold no canvas. */
  scroller: RefObject<HTMLElement | null>;
  boxes: readonly Rect[];
  quote: string | undefined;
  /** What is marked where nobody knows boxes. */
  ranges: PageRanges | undefined;
  /** What a person searched for; the one that is shown stands out. */
  found: readonly PageMatch[];
  shown: number | undefined;
  onSize: (number: number, size: PageSize) => void;
  onMarked: (number: number, rects: readonly Rect[]) => void;
  onShown: (number: number, rects: readonly Rect[]) => void;
  onPick?: ((number: number, x: number, y: number) => void) | undefined;
};

type Marks = { passage: readonly Rect[]; quote: readonly Rect[]; found: readonly (readonly Rect[])[] };
const noMarks: Marks = { passage: noBoxes, quote: noBoxes, found: [] };

function Boxes({ rects, className }: { rects: readonly Rect[]; className: string | undefined }) {
  return rects.map((rect) => (
    <div key={`${rect.x0},${rect.y0},${rect.x1},${rect.y1}`} className={className} style={toStyle(rect)} />
  ));
}

/** Drawn again only where something of its own changed: a document may have a thousand of them. */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const { pdf, number, size, scale, scroller, boxes, quote, ranges, found, shown } = props;
  const { onSize, onMarked, onShown, onPick } = props;
  const { t } = useTranslation('knowledge');
  const frame = useRef<HTMLDivElement>(null);
  const canvasHost = useRef<HTMLDivElement>(null);
  const textHost = useRef<HTMLDivElement>(null);
  const near = useNear(frame, scroller);
  const failed = usePageCanvas(canvasHost, { pdf, number, scale, near, onSize });
  const layer = useTextLayer(textHost, { pdf, number, near });
  const [marks, setMarks] = useState<Marks>(noMarks);

  useEffect(() => {
    if (!layer || !frame.current) {
      setMarks(noMarks);
      return;
    }
    const page = frame.current.getBoundingClientRect();
    const passage = ranges ? findRects(ranges.passage, layer, page) : noBoxes;
    const quoted = ranges
      ? findRects(ranges.quote, layer, page)
      : quote
        ? locateQuote(quote, boxes, layer, page)
        : noBoxes;
    setMarks({ passage, quote: quoted, found: found.map((match) => findRects(match.ranges, layer, page)) });
    const marked = quoted.length > 0 ? quoted : passage;
    if (marked.length > 0) onMarked(number, marked);
  }, [layer, quote, boxes, ranges, found, number, onMarked]);

  const shownRects = useMemo(() => (shown === undefined ? undefined : marks.found[shown]), [marks, shown]);
  useEffect(() => {
    if (shownRects && shownRects.length > 0) onShown(number, shownRects);
  }, [shownRects, number, onShown]);

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
        <Boxes rects={boxes} className={classes.box} />
        <Boxes rects={marks.passage} className={classes.box} />
        <Boxes rects={marks.quote} className={classes.quote} />
        {marks.found.map((rects, index) => (
          <Boxes
            key={rects.map(({ x0, y0 }) => `${x0},${y0}`).join()}
            rects={rects}
            className={index === shown ? classes.shown : classes.found}
          />
        ))}
      </div>
      <div ref={textHost} className={classes.text} />
      {failed && <p className={classes.failed}>{t('viewer.pageFailed', { page: number })}</p>}
    </section>
  );
});
