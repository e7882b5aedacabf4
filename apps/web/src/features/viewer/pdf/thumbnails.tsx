import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNear } from '../use-near.ts';
import classes from './thumbnails.module.css';
import { usePageCanvas } from './use-page-canvas.ts';
import type { PageSize } from './use-pdf.ts';

const width = 96;
const tallest = 160;

type ThumbnailProps = {
  pdf: PDFDocumentProxy;
  number: number;
  size: PageSize;
  current: boolean;
  strip: RefObject<HTMLElement | null>;
  onPage: (page: number) => void;
};

function Thumbnail({ pdf, number, size, current, strip, onPage }: ThumbnailProps) {
  const { t } = useTranslation('knowledge');
  const frame = useRef<HTMLButtonElement>(null);
  const host = useRef<HTMLSpanElement>(null);
  const near = useNear(frame, strip);
  const scale = Math.min(width / size.width, tallest / size.height);
  usePageCanvas(host, { pdf, number, scale, near });
  useEffect(() => {
    if (current) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <button
      ref={frame}
      type="button"
      className={classes.thumbnail}
      data-thumbnail={number}
      // Hundreds of pages are one stop of the keyboard; arrows move between them.
      tabIndex={current ? 0 : -1}
      aria-current={current ? 'page' : undefined}
      aria-label={t('viewer.page', { page: number })}
      onClick={() => onPage(number)}
    >
      <span
        ref={host}
        className={classes.picture}
        style={{ width: size.width * scale, height: size.height * scale }}
        aria-hidden="true"
      />
      <span className={classes.number}>{number}</span>
    </button>
  );
}

type ThumbnailsProps = {
  pdf: PDFDocumentProxy;
  sizes: ReadonlyMap<number, PageSize>;
  firstPage: PageSize;
  current: number;
  onPage: (page: number) => void;
};

/** The pages, small. */
export function Thumbnails({ pdf, sizes, firstPage, current, onPage }: ThumbnailsProps) {
  const { t } = useTranslation('knowledge');
  const strip = useRef<HTMLElement>(null);

  function move(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
    const ends: Record<string, number> = { Home: 1, End: pdf.numPages };
    const focused = Number((event.target as HTMLElement).dataset.thumbnail);
    const wanted = ends[event.key] ?? focused + (steps[event.key] ?? Number.NaN);
    if (!(wanted >= 1 && wanted <= pdf.numPages)) return;
    event.preventDefault();
    strip.current?.querySelector<HTMLElement>(`[data-thumbnail="${wanted}"]`)?.focus();
  }

  return (
    <nav ref={strip} className={classes.strip} aria-label={t('viewer.thumbnails')} onKeyDown={move}>
      {Array.from({ length: pdf.numPages }, (_, index) => index + 1).map((number) => (
        <Thumbnail
          key={number}
          pdf={pdf}
          number={number}
          size={sizes.get(number) ?? firstPage}
          current={number === current}
          strip={strip}
          onPage={onPage}
        />
      ))}
    </nav>
  );
}
