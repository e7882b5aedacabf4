import { useCallback, useMemo } from 'react';
import { groupByPage, startOf } from '../page-boxes.ts';
import { type Passage, passageKey } from '../passage.ts';
import type { PageRanges } from './pdf-page.tsx';

/** A passage by the words of pages, where nobody knows boxes. */
export type LocatedPassage = { page: number; ranges: ReadonlyMap<number, PageRanges> };

/** Where on which pages a passage is marked, and where it begins. */
export function usePassagePlaces(passage: Passage | undefined, located: LocatedPassage | undefined) {
  const key = passageKey(passage);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the passage's content.
  const boxesByPage = useMemo(() => groupByPage(passage), [key]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the passage's content.
  const target = useMemo(() => (located ? { page: located.page, top: 0 } : startOf(passage)), [key, located]);
  const quote = passage?.quote;
  const page = passage?.page;
  const quoteOn = useCallback(
    (number: number) => {
      const isHere = boxesByPage.size === 0 ? number === page : boxesByPage.has(number);
      return isHere ? quote : undefined;
    },
    [boxesByPage, page, quote],
  );
  return { key, boxesByPage, target, quoteOn };
}
