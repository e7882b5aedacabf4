import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { noBoxes, type Rect } from '../page-boxes.ts';
import type { Passage, Place } from '../passage.ts';
import { useWidth } from '../use-width.ts';
import { ViewerToolbar } from '../viewer-toolbar.tsx';
import { findShownPage } from './find-shown-page.ts';
import type { PageTexts } from './page-texts.ts';
import { PdfPage } from './pdf-page.tsx';
import classes from './pdf-view.module.css';
import { takePageKey } from './take-page-key.ts';
import { Thumbnails } from './thumbnails.tsx';
import { type PageMatch, usePageFind } from './use-page-find.ts';
import { usePageSizes } from './use-page-sizes.ts';
import { type LocatedPassage, usePassagePlaces } from './use-passage-places.ts';
import type { PageSize } from './use-pdf.ts';
import { useScrollTarget } from './use-scroll-target.ts';
import { clampZoom, type Zoom } from './zoom.ts';

// CSS pixels for one PDF point at 100 %.
const pixelsPerPoint = 96 / 72;
const sideMargin = 32;
// A page as wide as a large screen shows too few lines at once.
const widestFit = 1.4;
/** In a narrower viewer the thumbnails lie over the pages. */
const roomForThumbnails = 560;

const noMatches: readonly PageMatch[] = [];

type PdfViewProps = {
  pdf: PDFDocumentProxy;
  texts: PageTexts;
  firstPage: PageSize;
  passage: Passage | undefined;
  located?: LocatedPassage | undefined;
  onPick: ((place: Place) => void) | undefined;
  onDownload: () => void;
  sourceUrl: string | null;
  /** Further tools. */
  tools?: ReactNode;
};

function fitToWidth(page: PageSize, width: number): number {
  return Math.min(Math.max((width - sideMargin) / page.width, 0.1), widestFit * pixelsPerPoint);
}

export function PdfView(props: PdfViewProps) {
  const { pdf, texts, firstPage, passage, located, onPick } = props;
  const { t } = useTranslation('knowledge');
  const scroller = useRef<HTMLElement>(null);
  const width = useWidth(scroller);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const { sizes, takeSize } = usePageSizes(firstPage);
  const [current, setCurrent] = useState(1);
  const [withThumbnails, setWithThumbnails] = useState(false);
  const { key, boxesByPage, target, quoteOn } = usePassagePlaces(passage, located);
  const scale = zoom === 'fit' ? fitToWidth(firstPage, width) : zoom * pixelsPerPoint;
  const { aim, settle } = useScrollTarget(scroller);

  const ready = width > 0;
  // Before the page says where on it the passage is, which may be at once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place chosen again is gone to again.
  useLayoutEffect(() => {
    if (ready && target) aim(target);
  }, [ready, target, key, aim]);

  const find = usePageFind(texts, current);
  const shown = find.current === undefined ? undefined : find.matches[find.current];
  useLayoutEffect(() => {
    if (shown) aim({ page: shown.page, top: 0, onlyIfHidden: true });
  }, [shown, aim]);

  // Pages that turn out larger than assumed move what lies below them, and a new scale moves everything.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the causes of such moves.
  useLayoutEffect(settle, [sizes, scale, settle]);

  const aimAt = useCallback(
    (page: number, rects: readonly Rect[]) => aim({ page, top: rects[0]!.y0, onlyIfHidden: true }),
    [aim],
  );
  const beginsOn = located?.page;
  const takeMarked = useCallback(
    (page: number, rects: readonly Rect[]) => {
      if (beginsOn === undefined || page === beginsOn) aimAt(page, rects);
    },
    [aimAt, beginsOn],
  );

  const pick = useMemo(
    () => (onPick ? (page: number, x: number, y: number) => onPick({ page, x, y }) : undefined),
    [onPick],
  );

  function changeZoom(next: Zoom): void {
    const element = scroller.current;
    const pageElement = element?.querySelector<HTMLElement>(`[data-page="${current}"]`);
    if (element && pageElement) {
      const top = (element.scrollTop - pageElement.offsetTop) / pageElement.offsetHeight;
      aim({ page: current, top, exact: true });
    }
    setZoom(next === 'fit' ? next : clampZoom(next));
  }

  function goTo(page: number): void {
    if (page >= 1 && page <= pdf.numPages) aim({ page, top: 0 });
  }

  function goToThumbnail(page: number): void {
    goTo(page);
    if (width < roomForThumbnails) setWithThumbnails(false);
  }

  const pages = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
  return (
    <>
      <ViewerToolbar
        page={current}
        pageCount={pdf.numPages}
        onPage={goTo}
        thumbnails={
          pdf.numPages > 1
            ? { open: withThumbnails, onToggle: () => setWithThumbnails((open) => !open) }
            : undefined
        }
        zoom={scale / pixelsPerPoint}
        fitsWidth={zoom === 'fit'}
        onZoom={changeZoom}
        find={find}
        onPassage={target ? () => aim(target) : undefined}
        onDownload={props.onDownload}
        sourceUrl={props.sourceUrl}
        tools={props.tools}
      />
      <div className={classes.body}>
        {withThumbnails && (
          <Thumbnails
            pdf={pdf}
            sizes={sizes}
            firstPage={firstPage}
            current={current}
            onPage={goToThumbnail}
          />
        )}
        <section
          ref={scroller}
          className={classes.scroller}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
          aria-label={t('viewer.pages')}
          onScroll={() => setCurrent(findShownPage(scroller.current))}
          onKeyDown={(event) =>
            takePageKey(event, {
              scale: scale / pixelsPerPoint,
              page: current,
              onZoom: changeZoom,
              onPage: goTo,
            })
          }
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
                ranges={located?.ranges.get(page)}
                quote={quoteOn(page)}
                found={find.byPage.get(page) ?? noMatches}
                shown={shown?.page === page ? shown.index : undefined}
                onSize={takeSize}
                onMarked={takeMarked}
                onShown={aimAt}
                onPick={pick}
              />
            ))}
        </section>
      </div>
    </>
  );
}
