import { type MouseEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFileUrl } from '../../../api/use-file-url.ts';
import type { Original } from '../original.ts';
import { groupByPage, noBoxes, type Rect, startOf, toStyle } from '../page-boxes.ts';
import { passageKey } from '../passage.ts';
import { findShownPage } from '../pdf/find-shown-page.ts';
import { useScrollTarget } from '../pdf/use-scroll-target.ts';
import { clampZoom, type Zoom } from '../pdf/zoom.ts';
import { useNear } from '../use-near.ts';
import { useWidth } from '../use-width.ts';
import type { ViewerContentProps } from '../viewer-content.ts';
import { ViewerFailure } from '../viewer-failure.tsx';
import { ViewerToolbar } from '../viewer-toolbar.tsx';
import classes from './image-document.module.css';

const sideMargin = 32;
/** Pixels that the server draws a page with; larger would only be its own pixels drawn larger. */
const drawnWidth = 1_600;

type ImagePageProps = {
  original: Original;
  /** Nobody has counted the pages: one after the last is none. */
  last: boolean;
  onEnd: () => void;
  page: number;
  width: number;
  boxes: readonly Rect[];
  scroller: RefObject<HTMLElement | null>;
  onSize: () => void;
  onNaturalWidth: (width: number) => void;
  onPick: ((page: number, x: number, y: number) => void) | undefined;
  onDownload: () => void;
};

function ImagePage(props: ImagePageProps) {
  const { original, last, page, width, boxes, scroller, onSize, onNaturalWidth, onEnd, onPick, onDownload } =
    props;
  const { t } = useTranslation('knowledge');
  const frame = useRef<HTMLElement>(null);
  const near = useNear(frame, scroller);
  const { endpoint, input } = original.page(page, drawnWidth);
  const { url, error, retry } = useFileUrl(endpoint, input, { enabled: near });
  const beyond = last && page > 1 && error !== null;
  useEffect(() => {
    if (beyond) onEnd();
  }, [beyond, onEnd]);

  function pick(event: MouseEvent<HTMLElement>): void {
    if (!onPick || !frame.current) return;
    const rect = frame.current.getBoundingClientRect();
    onPick(page, (event.clientX - rect.left) / rect.width, (event.clientY - rect.top) / rect.height);
  }

  if (beyond) return null;
  if (error) return <ViewerFailure error={error} onRetry={retry} onDownload={onDownload} />;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list of chunks is the keyboard's way to the same choice.
    <section
      ref={frame}
      className={classes.page}
      data-page={page}
      data-pickable={onPick !== undefined || undefined}
      data-waiting={url === undefined || undefined}
      style={{ width }}
      aria-label={t('viewer.page', { page })}
      onClick={pick}
    >
      {url !== undefined && (
        <img
          src={url}
          alt={t('viewer.page', { page })}
          className={classes.picture}
          onLoad={(event) => {
            onNaturalWidth(event.currentTarget.naturalWidth);
            onSize();
          }}
        />
      )}
      <div className={classes.marks} aria-hidden="true">
        {(url === undefined ? noBoxes : boxes).map((box) => (
          <div key={`${box.x0},${box.y0},${box.x1},${box.y1}`} className={classes.box} style={toStyle(box)} />
        ))}
      </div>
    </section>
  );
}

/** A picture file, page by page, with the boxes of a passage over it. */
export function ImageDocument({ original, passage, onPick, onDownload }: ViewerContentProps) {
  const { t } = useTranslation('knowledge');
  const scroller = useRef<HTMLElement>(null);
  const width = useWidth(scroller);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [naturalWidth, setNaturalWidth] = useState<number>();
  const { aim, settle } = useScrollTarget(scroller);
  const key = passageKey(passage);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the passage's content.
  const boxesByPage = useMemo(() => groupByPage(passage), [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the passage's content.
  const target = useMemo(() => startOf(passage), [key]);
  const full = naturalWidth ?? drawnWidth;
  const fit = Math.max(Math.min(width - sideMargin, full), 40);
  const shownWidth = zoom === 'fit' ? fit : full * zoom;

  const ready = width > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place chosen again is gone to again.
  useEffect(() => {
    if (ready && target) aim(target);
  }, [ready, target, key, aim]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new width moves everything.
  useEffect(settle, [shownWidth, settle]);

  const takeWidth = useCallback((pixels: number) => setNaturalWidth((known) => known ?? pixels), []);
  // Pages that nobody has counted are asked for one after the other.
  const [seen, setSeen] = useState(1);
  const [ended, setEnded] = useState(original.pageCount !== null || !/\.tiff?$/i.test(original.name));
  const end = useCallback(() => setEnded(true), []);
  const [current, setCurrent] = useState(1);
  const goTo = (page: number) => aim({ page, top: 0 });
  const pages = Array.from({ length: Math.max(original.pageCount ?? seen, 1) }, (_, index) => index + 1);
  return (
    <>
      <ViewerToolbar
        {...(pages.length > 1 ? { page: current, pageCount: pages.length, onPage: goTo } : {})}
        zoom={shownWidth / full}
        fitsWidth={zoom === 'fit'}
        onZoom={(next) => setZoom(next === 'fit' ? next : clampZoom(next))}
        onPassage={target ? () => aim(target) : undefined}
        onDownload={onDownload}
        sourceUrl={original.sourceUrl}
      />
      <section
        ref={scroller}
        className={classes.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        aria-label={t('viewer.pages')}
        onScroll={() => setCurrent(findShownPage(scroller.current))}
      >
        {ready &&
          pages.map((page) => (
            <ImagePage
              key={page}
              original={original}
              last={!ended && page === seen}
              page={page}
              width={shownWidth}
              boxes={boxesByPage.get(page) ?? noBoxes}
              scroller={scroller}
              onSize={() => {
                settle();
                if (!ended && page === seen) setSeen(page + 1);
              }}
              onEnd={end}
              onNaturalWidth={takeWidth}
              onPick={onPick ? (number, x, y) => onPick({ page: number, x, y }) : undefined}
              onDownload={onDownload}
            />
          ))}
      </section>
    </>
  );
}
