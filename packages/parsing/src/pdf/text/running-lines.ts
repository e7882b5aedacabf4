import type { Line, PageDraft } from '../page/page-draft.ts';
import { unrotate } from '../page/page-geometry.ts';

/** The outer part of the page's height in which headers and footers stand. */
const MARGIN_SHARE = 0.1;
const MIN_PAGES = 3;
/** Outside of the margins only short lines are taken to run from page to page. */
const MAX_INNER_LENGTH = 60;

const PAGE_NUMBER =
  /^(?:page|seite|p\.|第)?\s*[-–—－|[(]*\s*(?:#|[ivxlc]{1,6})\s*[-–—－|\])]*\s*(?:(?:of|de|sur|von|\/)\s*#)?\s*(?:頁|页|ページ)?$/iu;

/**
 * Marks lines that are at the top or bottom of at least three pages and a third of them, digits aside, or
 * of most pages of a section; and lone page numbers there.
 */
export function markRunningLines(drafts: readonly PageDraft[]): void {
  const pagesOf = new Map<string, Run>();
  const candidates: (Candidate & { key: string })[] = [];
  for (const [index, draft] of drafts.entries()) {
    const seen = new Set<string>();
    for (const candidate of findCandidates(draft)) {
      const key = `${candidate.side} ${foldRunning(candidate.line.text)}`;
      candidates.push({ ...candidate, key });
      if (!seen.has(key)) countPage(pagesOf, key, index);
      seen.add(key);
    }
  }
  const needed = Math.max(MIN_PAGES, drafts.length / 3);
  for (const { line, key, side, inMargin } of candidates) {
    const lone = inMargin && PAGE_NUMBER.test(key.slice(side.length + 1));
    const run = pagesOf.get(key)!;
    const throughSection = run.count >= MIN_PAGES + 1 && run.count >= 0.6 * (run.last - run.first + 1);
    if (run.count >= needed || throughSection || lone) line.running = side;
  }
}

/** On how many pages a text stands, and on which first and last, by their order. */
type Run = { count: number; first: number; last: number };

function countPage(runs: Map<string, Run>, key: string, page: number): void {
  const run = runs.get(key);
  if (run) {
    run.count++;
    run.last = page;
  } else runs.set(key, { count: 1, first: page, last: page });
}

type Side = 'page_header' | 'page_footer';
type Candidate = { line: Line; side: Side; inMargin: boolean };

/** Lines in the margins, and the two outermost short lines on either side wherever they stand. */
function findCandidates(draft: PageDraft): Candidate[] {
  const lines = draft.items.filter((item): item is Line => item.kind === 'line' && item.direction !== 4);
  const outermost = new Map<Line, Side>();
  const upright = lines
    .filter((line) => line.direction === 0 && line.text.length <= MAX_INNER_LENGTH)
    .sort((a, b) => a.y0 - b.y0);
  for (const line of upright.slice(0, 2)) outermost.set(line, 'page_header');
  for (const line of upright.slice(-2)) if (!outermost.has(line)) outermost.set(line, 'page_footer');
  return lines.flatMap((line) => {
    const margin = findMargin(line, draft);
    const side = margin ?? outermost.get(line);
    return side === undefined ? [] : [{ line, side, inMargin: margin !== undefined }];
  });
}

function findMargin(line: Line, draft: PageDraft): Side | undefined {
  if (line.direction === 4) return undefined;
  const box = unrotate(line, line.direction, draft.width, draft.height);
  const middle = (box.y0 + box.y1) / 2 / draft.height;
  if (middle < MARGIN_SHARE) return 'page_header';
  if (middle > 1 - MARGIN_SHARE) return 'page_footer';
  return undefined;
}

function foldRunning(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\d+/g, '#').replace(/\s+/g, ' ').trim();
}
