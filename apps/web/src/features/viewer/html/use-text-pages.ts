import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react';

/** The pages, slides or sheets of a rendered document: which is shown, and how to get to another. */
export function useTextPages(paper: HTMLElement | undefined, scroller: RefObject<HTMLElement | null>) {
  const [page, setPage] = useState(1);
  const starts = useMemo(
    () =>
      [...(paper?.querySelectorAll<HTMLElement>('[data-page-start]') ?? [])].map((element) => ({
        element,
        number: Number(element.dataset.pageStart),
      })),
    [paper],
  );
  const pageCount = starts.at(-1)?.number ?? 1;

  useEffect(() => {
    const frame = scroller.current;
    if (!frame || pageCount < 2) return;
    const follow = () => {
      const line = frame.getBoundingClientRect().top + frame.clientHeight / 3;
      const shown = starts.findLast(({ element }) => element.getBoundingClientRect().top <= line);
      setPage(shown?.number ?? 1);
    };
    follow();
    frame.addEventListener('scroll', follow, { passive: true });
    return () => frame.removeEventListener('scroll', follow);
  }, [scroller, starts, pageCount]);

  const goTo = useCallback(
    (wanted: number) =>
      starts.find(({ number }) => number >= wanted)?.element.scrollIntoView({ block: 'start' }),
    [starts],
  );
  return pageCount < 2 ? undefined : { page, pageCount, onPage: goTo };
}
