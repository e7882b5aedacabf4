import { useCallback, useMemo } from 'react';
import { matchText } from '../find/match-text.ts';
import { type FindControls, useFind } from '../find/use-find.ts';
import type { PieceRange } from '../find-text.ts';
import type { PageTexts } from './page-texts.ts';

/** `index`: among the matches of its page. */
export type PageMatch = { page: number; index: number; ranges: readonly PieceRange[] };

type PageFind = FindControls & {
  matches: readonly PageMatch[];
  byPage: ReadonlyMap<number, readonly PageMatch[]>;
};

/** Find in the pages of a PDF, beginning with the page that is shown. */
export function usePageFind(texts: PageTexts, current: number): PageFind {
  const find = useFind<PageMatch>(
    useCallback(
      async (query, { signal, add }) => {
        for (let page = 1; page <= texts.count && !signal.aborted; page += 1) {
          const runs = await texts.read(page);
          if (signal.aborted) return;
          add(matchText(runs, query).map((ranges, index) => ({ page, index, ranges })));
        }
      },
      [texts],
    ),
    (matches) => matches.findIndex(({ page }) => page >= current),
  );
  const { matches } = find;
  const byPage = useMemo(() => Map.groupBy(matches, ({ page }) => page), [matches]);
  return useMemo(() => ({ ...find, byPage }), [find, byPage]);
}
