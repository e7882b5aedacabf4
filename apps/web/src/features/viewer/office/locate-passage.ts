import { findText, type PieceRange } from '../find-text.ts';
import type { PageTexts, TextRun } from '../pdf/page-texts.ts';
import type { LocatedPassage } from '../pdf/use-passage-places.ts';
import type { PassageLines } from './passage-lines.ts';

/** First and last page in which to look. */
export type PageSpan = { first: number; last: number };

/** A passage longer than this many pages is marked where it begins. */
const longestPassage = 6;
/** Lines that are looked for. */
const mostProbes = 4;
/** Letters that stand together on one page only. */
const longProbe = 24;
/** Pages that are looked at. */
const farthest = 200;

/** A stretch of pages as one text. */
class Stretch {
  readonly texts: string[] = [];
  readonly #starts: { page: number; at: number }[] = [];

  constructor(pages: readonly { page: number; runs: readonly TextRun[] }[]) {
    for (const { page, runs } of pages) {
      this.#starts.push({ page, at: this.texts.length });
      for (const { text } of runs) this.texts.push(text);
    }
  }

  /** The page of a run, and its number there. */
  place(piece: number): { page: number; piece: number } {
    const start = this.#starts.findLast(({ at }) => at <= piece);
    return start ? { page: start.page, piece: piece - start.at } : { page: 1, piece };
  }
}

async function readStretch(texts: PageTexts, first: number, last: number): Promise<Stretch> {
  const numbers = Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index);
  return new Stretch(
    await Promise.all(numbers.map(async (page) => ({ page, runs: await texts.read(page) }))),
  );
}

/** Pages from the nearest to the farthest. */
function outward({ first, last }: PageSpan, from: number): number[] {
  const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return pages.sort((a, b) => Math.abs(a - from) - Math.abs(b - from) || a - b);
}

/** The page on which the passage begins; the one nearest to where it should be, if its words are on several. */
async function findFirstPage(
  texts: PageTexts,
  { lines, position }: PassageLines,
  span: PageSpan,
): Promise<number | undefined> {
  const expected = span.first + Math.round(position * (span.last - span.first));
  const pages = outward(span, expected).slice(0, farthest);
  const cells = lines.flatMap((line) => line.split('\t')).filter(isTelling);
  const [first] = lines;
  const found =
    (await findProbes(texts, chooseProbes(lines), pages, span.last)) ??
    (await findProbes(texts, chooseProbes(cells), pages, span.last));
  if (found === undefined || found === span.first || first === undefined) return found;
  // What was found first may be its second line, at the head of the page after.
  const before = await readStretch(texts, found - 1, found);
  const begin = findText(before.texts, first)[0];
  return isTelling(first) && begin && before.place(begin.piece).page < found ? found - 1 : found;
}

/** The first lines that are long enough to stand on one page only; where none is, the longest. */
function chooseProbes(lines: readonly string[]): string[] {
  const long = lines.filter((line) => lengthOf([line]) >= longProbe);
  return (long.length > 0 ? long : lines.toSorted((a, b) => b.length - a.length)).slice(0, mostProbes);
}

/** The first of the pages on which one of the probes begins, else the one that has most of them. */
async function findProbes(
  texts: PageTexts,
  probes: readonly string[],
  pages: readonly number[],
  last: number,
): Promise<number | undefined> {
  let best: { page: number; found: number } | undefined;
  for (const page of pages) {
    const stretch = await readStretch(texts, page, Math.min(page + 1, last));
    let length = 0;
    for (const probe of probes) {
      const ranges = findText(stretch.texts, probe);
      const [start] = ranges;
      if (!start || stretch.place(start.piece).page !== page) continue;
      const found = ranges.reduce((sum, range) => sum + range.end - range.start, 0);
      if (found >= lengthOf([probe]) * 0.8 && lengthOf([probe]) >= longProbe) return page;
      length += found;
    }
    if (length > (best?.found ?? 0)) best = { page, found: length };
    if (length > 0 && length >= lengthOf(probes) * 0.8) break;
  }
  return best?.page;
}

/** Whether a cell by itself is found where it is meant. */
function isTelling(cell: string): boolean {
  return lengthOf([cell]) >= 3;
}

/** Letters that are compared. */
function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.replace(/\s/gu, '').length, 0);
}

/**
 * Finds a passage by its words in the pages of a PDF that was made of the same document. Undefined where none of them is
 * there.
 */
export async function locatePassage(
  texts: PageTexts,
  passage: PassageLines,
  quote: string | undefined,
  span: PageSpan,
): Promise<LocatedPassage | undefined> {
  const first = await findFirstPage(texts, passage, span);
  if (first === undefined) return undefined;
  const stretch = await readStretch(texts, first, Math.min(first + longestPassage - 1, span.last));
  const ranges = new Map<number, { passage: PieceRange[]; quote: PieceRange[] }>();
  const add = (kind: 'passage' | 'quote', found: readonly PieceRange[]) => {
    for (const range of found) {
      const { page, piece } = stretch.place(range.piece);
      const onPage = ranges.get(page) ?? { passage: [], quote: [] };
      onPage[kind].push({ ...range, piece });
      ranges.set(page, onPage);
    }
  };
  const passageRanges: PieceRange[] = [];
  // The same words may follow each other: each line is looked for behind the one before.
  let last: PieceRange | undefined;
  const follows = ([start]: readonly PieceRange[]) =>
    start !== undefined &&
    (last === undefined ||
      start.piece > last.piece ||
      (start.piece === last.piece && start.start >= last.end));
  const mark = (words: string): boolean => {
    const found = findText(stretch.texts, words, (places) => places.find(follows) ?? places[0] ?? []);
    last = found.at(-1) ?? last;
    passageRanges.push(...found);
    return found.length > 0;
  };
  for (const line of passage.lines) {
    // Cells side by side may be drawn line by line.
    if (!mark(line) && line.includes('\t'))
      for (const cell of line.split('\t')) if (isTelling(cell)) mark(cell);
  }
  add('passage', passageRanges);
  if (quote) {
    const inside = new Set(passageRanges.map(({ piece }) => piece));
    add(
      'quote',
      findText(
        stretch.texts,
        quote,
        (places) =>
          places.find(([start]) => start !== undefined && inside.has(start.piece)) ?? places[0] ?? [],
      ),
    );
  }
  const pages = [...ranges.keys()].sort((a, b) => a - b);
  // A quote may begin on a page after the one where its passage does.
  const page = pages.find((one) => (ranges.get(one)?.quote.length ?? 0) > 0) ?? pages[0];
  return page === undefined ? undefined : { page, ranges };
}
