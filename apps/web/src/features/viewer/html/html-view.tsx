import type { RenderedDocument } from '@lectern/contract';
import { useComputedColorScheme } from '@mantine/core';
import {
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type Passage, type Place, passageKey } from '../passage.ts';
import { clampZoom, type Zoom } from '../pdf/zoom.ts';
import { ViewerToolbar } from '../viewer-toolbar.tsx';
import { offsetIn } from './block-text.ts';
import classes from './html-view.module.css';
import { extractRows, LongTable } from './long-tables.ts';
import { markPassage } from './mark-passage.ts';
import readerStyles from './reader.css?inline';
import { sanitiseHtml } from './sanitise-html.ts';
import { scrollUntilShown } from './scroll-until-shown.ts';
import { useTextFind } from './use-text-find.ts';
import { useTextPages } from './use-text-pages.ts';

type HtmlViewProps = {
  /** Stands above the text and stays there while it scrolls. */
  lead?: ReactNode;
  rendered: RenderedDocument;
  passage: Passage | undefined;
  onPick: ((place: Place) => void) | undefined;
  onDownload: () => void;
  sourceUrl: string | null;
  /** The text, each time it was redrawn. */
  onPaper: ((paper: HTMLElement) => void) | undefined;
  /** Called with the element that a person clicks. */
  onBlock: ((element: HTMLElement) => void) | undefined;
  /** Further tools. */
  tools: ReactNode;
};

/** The original in readable form, in a shadow tree: its look and ours do not touch each other. */
export function HtmlView(props: HtmlViewProps) {
  const { lead, rendered, passage, onPick, onDownload, sourceUrl, onPaper, onBlock, tools } = props;
  const { t } = useTranslation('knowledge');
  const scheme = useComputedColorScheme();
  const scroller = useRef<HTMLElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const [paper, setPaper] = useState<HTMLElement>();
  const longTables = useRef<ReadonlyMap<string, LongTable>>(new Map());
  const key = passageKey(passage);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const find = useTextFind(paper, scroller, longTables);
  const pages = useTextPages(paper, scroller);

  useLayoutEffect(() => {
    // The text becomes larger, not its paper: lines still fit.
    if (paper) paper.style.zoom = String(zoom === 'fit' ? 1 : zoom);
  }, [paper, zoom]);

  useLayoutEffect(() => {
    if (!host.current || !scroller.current) return;
    const frame = scroller.current;
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const style = window.document.createElement('style');
    style.textContent = readerStyles;
    const article = window.document.createElement('article');
    const { html, rows } = extractRows(rendered.html);
    article.append(sanitiseHtml(html));
    shadow.replaceChildren(style, article);
    longTables.current = new Map(
      [...rows].flatMap(([id, lines]) => {
        const table = article.querySelector<HTMLElement>(`table[data-block-id="${CSS.escape(id)}"]`);
        return table ? [[id, new LongTable(table, lines, frame)] as const] : [];
      }),
    );
    // What is wider than the paper scrolls by itself: the keyboard must reach it. Below the fold nothing has a width.
    for (const table of article.querySelectorAll('table'))
      if (table.scrollWidth > table.clientWidth || (table.rows[0]?.cells.length ?? 0) > 4) table.tabIndex = 0;
    setPaper(article);
    onPaper?.(article);
    return () => {
      for (const table of longTables.current.values()) table.leave();
    };
  }, [rendered, onPaper]);

  const target = useRef<Element>(undefined);
  const endScroll = useRef<() => void>(undefined);
  const showTarget = useCallback(() => {
    endScroll.current?.();
    if (scroller.current && host.current && target.current)
      endScroll.current = scrollUntilShown(scroller.current, host.current, target.current);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the passage's content.
  useEffect(() => {
    if (!paper) return;
    target.current = markPassage(paper, rendered.blocks, passage, longTables.current);
    showTarget();
    return () => endScroll.current?.();
  }, [paper, rendered, key, showTarget]);

  function pick(event: MouseEvent): void {
    if (!(onPick || onBlock) || !window.getSelection()?.isCollapsed) return;
    const [clicked] = event.nativeEvent.composedPath();
    const element = clicked instanceof HTMLElement ? clicked : (clicked as Node | undefined)?.parentElement;
    if (!element || element.closest('a')) return;
    onBlock?.(element);
    const blockElement = element.closest<HTMLElement>('[data-block-id]');
    const block = rendered.blocks.find(({ id }) => id === blockElement?.dataset.blockId);
    if (!block || !blockElement) return;
    // A table may be cut by its rows: the one that is meant is identified by where it begins.
    const row = element.closest<HTMLElement>('tr');
    const longTable = longTables.current.get(block.id);
    const within = !row ? 0 : longTable ? longTable.startOf(row) : offsetIn(blockElement, row);
    onPick?.({ offset: Math.min(block.start + within, Math.max(block.end - 1, block.start)) });
  }

  return (
    <>
      <ViewerToolbar
        {...pages}
        zoom={zoom === 'fit' ? 1 : zoom}
        fitsWidth={zoom === 'fit'}
        onZoom={(next) => setZoom(next === 'fit' ? next : clampZoom(next))}
        find={find}
        tools={tools}
        onPassage={passage ? showTarget : undefined}
        onDownload={onDownload}
        sourceUrl={sourceUrl}
      />
      {lead}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the list of chunks is the keyboard's way to the same choice. */}
      <section
        ref={scroller}
        className={classes.scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        aria-label={t('viewer.text')}
        onClick={pick}
      >
        <div
          ref={host}
          className={classes.paper}
          data-scheme={scheme}
          data-pickable={onPick !== undefined || onBlock !== undefined || undefined}
        />
      </section>
    </>
  );
}
