import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { type FindControls, useFind } from '../find/use-find.ts';
import type { LongTable } from './long-tables.ts';
import { scrollUntilShown } from './scroll-until-shown.ts';
import { revealMatch, searchText, type TextMatch } from './searched-text.ts';

/** Named in the styles of the reader. */
const highlights = { found: 'viewer-found', shown: 'viewer-shown' } as const;

function highlight(name: string, ranges: readonly Range[]): void {
  // Where a browser has none, the match is still brought into view.
  if (!('Highlight' in window)) return;
  if (ranges.length === 0) CSS.highlights.delete(name);
  else CSS.highlights.set(name, new Highlight(...ranges));
}

function isBelow(match: TextMatch, top: number): boolean {
  return !('ranges' in match) || (match.ranges[0]?.getBoundingClientRect().bottom ?? 0) >= top;
}

/** Find in a rendered document, beginning with what is shown of it. */
export function useTextFind(
  paper: HTMLElement | undefined,
  scroller: RefObject<HTMLElement | null>,
  longTables: RefObject<ReadonlyMap<string, LongTable>>,
): FindControls {
  const find = useFind<TextMatch>(
    useCallback(
      async (query, { signal, add }) => {
        if (!paper) return;
        const tables = new Map([...longTables.current.values()].map((table) => [table.element, table]));
        for await (const matches of searchText(paper, tables, query)) {
          if (signal.aborted) return;
          add(matches);
        }
      },
      [paper, longTables],
    ),
    (matches) => {
      const top = scroller.current?.getBoundingClientRect().top ?? 0;
      return matches.findIndex((match) => isBelow(match, top));
    },
  );
  const { matches, current, query } = find;
  const endScroll = useRef<() => void>(undefined);

  useEffect(() => {
    highlight(
      highlights.found,
      matches.flatMap((match) => ('ranges' in match ? match.ranges : [])),
    );
    return () => highlight(highlights.found, []);
  }, [matches]);

  useEffect(() => {
    const match = current === undefined ? undefined : matches[current];
    if (!match || !paper || !scroller.current) return;
    const ranges = revealMatch(match, query);
    highlight(highlights.shown, ranges);
    const element = ranges[0]?.startContainer.parentElement;
    endScroll.current?.();
    if (element) endScroll.current = scrollUntilShown(scroller.current, paper, element);
    return () => {
      endScroll.current?.();
      highlight(highlights.shown, []);
    };
  }, [matches, current, query, paper, scroller]);

  return find;
}
