import type { RenderedDocument } from '@lectern/contract';
import { useComputedColorScheme } from '@mantine/core';
import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Passage, type Place, passageKey } from '../passage.ts';
import { ViewerToolbar } from '../viewer-toolbar.tsx';
import classes from './html-view.module.css';
import { markPassage } from './mark-passage.ts';
import readerStyles from './reader.css?inline';
import { sanitiseHtml } from './sanitise-html.ts';

type HtmlViewProps = {
  rendered: RenderedDocument;
  passage: Passage | undefined;
  onPick: ((place: Place) => void) | undefined;
  onDownload: () => void;
};

/** The original in readable form, in a shadow tree: its look and ours do not touch each other. */
export function HtmlView({ rendered, passage, onPick, onDownload }: HtmlViewProps) {
  const { t } = useTranslation('knowledge');
  const scheme = useComputedColorScheme();
  const scroller = useRef<HTMLElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const [paper, setPaper] = useState<HTMLElement>();
  const key = passageKey(passage);

  useLayoutEffect(() => {
    if (!host.current) return;
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const style = window.document.createElement('style');
    style.textContent = readerStyles;
    const article = window.document.createElement('article');
    article.append(sanitiseHtml(rendered.html));
    shadow.replaceChildren(style, article);
    setPaper(article);
  }, [rendered]);

  const scrollTo = useCallback((element: Element | undefined) => {
    const frame = scroller.current;
    if (!frame || !element || frame.clientHeight === 0) return;
    const offset = element.getBoundingClientRect().top - frame.getBoundingClientRect().top;
    frame.scrollTo({ top: frame.scrollTop + offset - Math.min(frame.clientHeight * 0.25, 160) });
  }, []);

  const target = useRef<Element>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the passage's content.
  useEffect(() => {
    if (!paper) return;
    target.current = markPassage(paper, rendered.blocks, passage);
    scrollTo(target.current);
  }, [paper, rendered, key, scrollTo]);

  // A pane that was hidden (a tab on a phone) has no size to scroll by until it is shown.
  useEffect(() => {
    if (!scroller.current) return;
    let hidden = scroller.current.clientHeight === 0;
    const observer = new ResizeObserver(([entry]) => {
      const shown = entry!.contentRect.height > 0;
      if (shown && hidden) scrollTo(target.current);
      hidden = !shown;
    });
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scrollTo]);

  function pick(event: MouseEvent): void {
    if (!onPick || !window.getSelection()?.isCollapsed) return;
    const [clicked] = event.nativeEvent.composedPath();
    const element = clicked instanceof Element ? clicked : (clicked as Node | undefined)?.parentElement;
    if (element?.closest('a')) return;
    const id = element?.closest<HTMLElement>('[data-block-id]')?.dataset.blockId;
    const block = rendered.blocks.find((candidate) => candidate.id === id);
    if (block) onPick({ offset: block.start });
  }

  return (
    <>
      <ViewerToolbar
        onPassage={passage ? () => scrollTo(target.current) : undefined}
        onDownload={onDownload}
      />
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
          data-pickable={onPick !== undefined || undefined}
        />
      </section>
    </>
  );
}
