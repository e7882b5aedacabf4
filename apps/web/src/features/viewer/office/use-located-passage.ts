import { useCallback, useEffect, useMemo, useState } from 'react';
import { useApiQuery } from '../../../api/queries.ts';
import type { Original } from '../original.ts';
import { type Passage, type Place, passageKey } from '../passage.ts';
import type { LocatedPassage } from '../pdf/use-passage-places.ts';
import type { OpenedPdf } from '../pdf/use-pdf.ts';
import { locatePassage, type PageSpan } from './locate-passage.ts';
import { RenderedText } from './passage-lines.ts';

/** Slides are laid out one a page; a sheet may fill several, and a text has other pages than its file says. */
const slideFormats = new Set(['pptx', 'ppt', 'odp']);

/** The pages of a sheet, from the outline, which names the sheets that have any. */
async function findSheet({ pdf }: OpenedPdf, name: string): Promise<PageSpan | undefined> {
  const outline = (await pdf.getOutline()) ?? [];
  const starts = await Promise.all(
    outline.map(async ({ dest }) => {
      const target = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
      return target?.[0] ? (await pdf.getPageIndex(target[0])) + 1 : 1;
    }),
  );
  const index = outline.findIndex(({ title }) => title === name);
  const first = starts[index];
  return first === undefined ? undefined : { first, last: (starts[index + 1] ?? pdf.numPages + 1) - 1 };
}

async function locate(
  passage: Passage,
  { original, text, opened }: { original: Original; text: RenderedText; opened: OpenedPdf },
): Promise<LocatedPassage> {
  const lines = text.read(passage);
  const pageCount = opened.pdf.numPages;
  const slide = slideFormats.has(original.format ?? '') ? (passage.page ?? undefined) : undefined;
  const sheet = lines.pageName ? await findSheet(opened, lines.pageName) : undefined;
  const isSlide = slide !== undefined && slide <= pageCount;
  const span = isSlide ? { first: slide, last: slide } : (sheet ?? { first: 1, last: pageCount });
  const located = await locatePassage(opened.texts, lines, passage.quote, span);
  // Its words are not there, but perhaps its page is.
  return located ?? { page: span.first, ranges: new Map() };
}

/** Carries a passage of an Office file over to the pages that were laid out of it, and a click on these back. */
export function useLocatedPassage(original: Original, passage: Passage | undefined, opened: OpenedPdf) {
  const { endpoint, input } = original.rendered;
  // Shapes of slides have their place on the page: there is nothing to look for.
  const hasBoxes = (passage?.boxes?.length ?? 0) > 0;
  const { data } = useApiQuery(endpoint, input, { staleTime: 60_000, retry: false });
  const text = useMemo(() => data && new RenderedText(data), [data]);
  const [located, setLocated] = useState<LocatedPassage>();
  const key = passageKey(passage);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the passage's content.
  useEffect(() => {
    setLocated(undefined);
    if (!passage || !text || hasBoxes) return;
    let left = false;
    locate(passage, { original, text, opened }).then(
      (found) => !left && setLocated(found),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [key, text, hasBoxes, original.format, opened]);

  const pick = useCallback(
    async (place: Place, onPick: (place: Place) => void) => {
      if (!('page' in place) || slideFormats.has(original.format ?? '')) return onPick(place);
      const clicked = await opened.texts.findRun(place);
      const offset =
        clicked === undefined ? undefined : text?.findOffset(clicked, place.page / opened.pdf.numPages);
      if (offset !== undefined) onPick({ offset });
    },
    [original.format, opened, text],
  );
  return { passage: hasBoxes || located ? passage : undefined, located, pick };
}
