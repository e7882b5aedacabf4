import type { Line, PageDraft } from './page-draft.ts';
import { turnBack } from './page-geometry.ts';

/** The outer part of the page's height in which headers and footers stand. */
const MARGIN_SHARE = 0.1;
const MIN_PAGES = 3;

const PAGE_NUMBER =
  /^(?:page|seite|p\.|第)?\s*[-–—－|[(]*\s*(?:#|[ivxlc]{1,6})\s*[-–—－|\])]*\s*(?:(?:of|de|sur|von|\/)\s*#)?\s*(?:頁|页|ページ)?$/iu;

/**
 * Marks lines that stand at the top or bottom of at least three pages and a third of them, digits aside,
 * and lone page numbers there.
 */
export function markRunningLines(drafts: readonly PageDraft[]): void {
  const pagesOf = new Map<string, number>();
  const candidates: { line: Line; key: string; side: 'page_header' | 'page_footer' }[] = [];
  for (const draft of drafts) {
    const seen = new Set<string>();
    for (const item of draft.items) {
      if (item.kind !== 'line') continue;
      const side = findMargin(item, draft);
      if (side === undefined) continue;
      const key = `${side} ${foldRunning(item.text)}`;
      candidates.push({ line: item, key, side });
      if (!seen.has(key)) pagesOf.set(key, (pagesOf.get(key) ?? 0) + 1);
      seen.add(key);
    }
  }
  const needed = Math.max(MIN_PAGES, drafts.length / 3);
  for (const { line, key, side } of candidates) {
    const folded = key.slice(side.length + 1);
    if ((pagesOf.get(key) ?? 0) >= needed || PAGE_NUMBER.test(folded)) line.running = side;
  }
}

function findMargin(line: Line, draft: PageDraft): 'page_header' | 'page_footer' | undefined {
  if (line.direction === 4) return undefined;
  const box = turnBack(line, line.direction, draft.width, draft.height);
  const middle = (box.y0 + box.y1) / 2 / draft.height;
  if (middle < MARGIN_SHARE) return 'page_header';
  if (middle > 1 - MARGIN_SHARE) return 'page_footer';
  return undefined;
}

function foldRunning(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\d+/g, '#').replace(/\s+/g, ' ').trim();
}
