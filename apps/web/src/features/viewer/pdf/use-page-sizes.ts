import { useCallback, useState } from 'react';
import type { PageSize } from './use-pdf.ts';

/** Sizes of pages that differ from the first. */
export function usePageSizes(firstPage: PageSize) {
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
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
  return { sizes, takeSize };
}
