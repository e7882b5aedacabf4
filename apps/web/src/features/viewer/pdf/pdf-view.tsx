import type { PDFDocumentProxy } from 'pdfjs-dist';
import {
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { groupByPage, noBoxes, type Rect, startOf } from '../page-boxes.ts';
import { type Passage, type Place, passageKey } from '../passage.ts';
import { useWidth } from '../use-width.ts';
import { ViewerToolbar } from '../viewer-toolbar.tsx';
import { PdfPage } from './pdf-page.tsx';
import classes from './pdf-view.module.css';
import type { PageSize } from './use-pdf.ts';
import { useScrollTarget } from './use-scroll-target.ts';
import { clampZoom, stepZoom, type Zoom } from './zoom.ts';

// CSS pixels for one PDF point at 100 %.
const pixelsPerPoint = 96 / 72;
const sideMargin = 32;
// A page as wide as a large screen shows too few lines at once.
const widestFit = 1.4;

type PdfViewProps = {
  pdf: PDFDocumentProxy;
  firstPage: PageSize;
  passage: Passage | undefined;
  onPick: ((place: Place) => void) | undefined;
  onDownload: () => void;
  sourceUrl: string | null;
};

export function PdfView({ pdf, firstPage, passage, onPick, onDownload, sourceUrl }: PdfViewProps) {
  const { t } = useTranslation('knowledge');
  const scroller = useRef<HTMLElement>(null);
  const width = useWidth(scroller);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const [current, setCurrent] = useState(1);
  const key = passageKey(passage);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the passage's content.
  const boxesByPage = useMemo(() => groupByPage(passage), [key]);
  const fitScale = Math.min(
    Math.max((width - sideMargin) / firstPage.width, 0.1),
    widestFit * pixelsPerPoint,
  );
  const scale = zoom === 'fit' ? fitScale : zoom * pixelsPerPoint;
  const { aim, settle } = useScrollTarget(scroller);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the passage's content.
  const target = useMemo(() => startOf(passage), [key]);

  const ready = width > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place chosen again is gone to again.
  useEffect(() => {
    if (ready && target) aim(target);
  }, [ready, target, key, aim]);

  const takeSize = useCallback(
    (page: number, size: PageSize) => {
      setSizes((known) => {
        const old = known.get(page) ?? firstPage;
        const same = Math.abs(old.width - size.width) < 0.5 && Math.abs(old.height - size.height) < 0.5;
        return same ? known : new Map(known).set(page, size);
      });
    },
    [firstPage],
  );

  // Pages that turn out larger than assumed move what lies below them, and a new scale moves everything.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the causes of such moves.
  useLayoutEffect(settle, [sizes, scale, settle]);

  const takeQuote = useCallback(
    (page: number, rects: readonly Rect[]) => aim({ page, top: rects[0]!.y0, onlyIfHidden: true }),
    [aim],
  );

  const pick = useMemo(
    () => (onPick ? (page: number, x: number, y: number) => onPick({ page, x, y }) : undefined),
    [onPick],
  );

  function followScroll(): void {
    const element = scroller.current;
    if (!element) return;
    const line = element.scrollTop + element.clientHeight / 3;
    const pages = element.querySelectorAll<HTMLElement>('[data-page]');
    let page = 1;
    for (const candidate of pages) {
      if (candidate.offsetTop > line) break;
      page = Number(candidate.dataset.page);
    }
    setCurrent(page);
  }

  function changeZoom(next: Zoom): void {
    const element = scroller.current;
    const pageElement = element?.querySelector<HTMLElement>(`[data-page="${current}"]`);
    if (element && pageElement) {
      const top = (element.scrollTop - pageElement.offsetTop) / pageElement.offsetHeight;
      aim({ page: current, top, exact: true });
    }
    setZoom(next === 'fit' ? next : clampZoom(next));
  }

  function zoomByKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '+' || event.key === '=') changeZoom(stepZoom(scale / pixelsPerPoint, 1));
    if (event.key === '-') changeZoom(stepZoom(scale / pixelsPerPoint, -1));
    if (event.key === '0') changeZoom('fit');
  }

  const pages = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
  return (
    <>
      <ViewerToolbar
        page={current}
        pageCount={pdf.numPages}
        onPage={(page) => aim({ page, top: 0 })}
        zoom={scale / pixelsPerPoint}
        fitsWidth={zoom === 'fit'}
        onZoom={changeZoom}
        onPassage={target ? () => aim(target) : undefined}
        onDownload={onDownload}
        sourceUrl={sourceUrl}
      />
      <section
        ref={scroller}
        className={classes.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        aria-label={t('viewer.pages')}
        onScroll={followScroll}
        onKeyDown={zoomByKey}
      >
        {ready &&
          pages.map((page) => (
            <PdfPage
              key={page}
              pdf={pdf}
              number={page}
              size={sizes.get(page) ?? firstPage}
              scale={scale}
              scroller={scroller}
              boxes={boxesByPage.get(page) ?? noBoxes}
              quote={
                boxesByPage.size === 0
                  ? page === passage?.page
                    ? passage.quote
                    : undefined
                  : boxesByPage.has(page)
                    ? passage?.quote
                    : undefined
              }
              onSize={takeSize}
              onQuoteFound={takeQuote}
              onPick={pick}
            />
          ))}
      </section>
    </>
  );
}
