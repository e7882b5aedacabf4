import type { Line, PageDraft } from '../page/page-draft.ts';
import { type EdgeRow, listPageEdges, type PageEdge, type Side } from './edge-rows.ts';
import { findBodyStyle } from './headings.ts';
import { findPageNumberLines, type PageNumberLines } from './page-numbers.ts';

const MIN_PAGES = 3;
/** Of all pages, or of those on the same side of a sheet. */
const MIN_SHARE = 1 / 3;
/** Of the pages of a section, from the first to the last on which the line stands. */
const MIN_SECTION_SHARE = 0.6;
/** Of the steps from one page of a run to the next: those at which a number stays, or goes up with the pages. */
const MIN_STEADY_SHARE = 0.6;
/** Type that is larger than the text by this is that of a heading, unless it is on nearly every page. */
const HEADING_SIZE = 1.15;
const MIN_LARGE_SHARE = 0.8;
/** Points by which the place of a running line may differ from page to page. */
const PLACE_TOLERANCE = 8;
/** Share of letter pairs in which two recognised lines must agree to be the same. */
const MIN_LIKENESS = 0.7;

/** A line at the edge of a page, or the part of one between wide gaps. */
type Candidate = { line: Line; text: string; row: EdgeRow; page: number; side: Side; key: string };
/** Candidates with the same text at the same distance from the same edge. */
type Run = Candidate[];

/**
 * Marks the lines that repeat at the same place of pages, and page numbers. A line is a candidate only while all rows
 * between it and the page's edge are running lines, and it counts only where the rows are set apart from the text or
 * its words occur nowhere else: the last line of a full page may well end like that of the page before.
 */
export function markRunningLines(drafts: readonly PageDraft[]): void {
  const edges = listPageEdges(drafts);
  const numbers = findPageNumberLines(drafts, edges);
  const occurrences = countTexts(drafts);
  const headingSize = HEADING_SIZE * findBodyStyle(drafts).size;
  for (const { side, rows } of edges)
    for (const { lines } of rows) for (const line of lines) if (numbers.has(line)) line.running = side;
  const most = Math.max(0, ...edges.map(({ rows }) => rows.length));
  for (let depth = 0; depth < most; depth++) {
    const repeated = groupRuns(listCandidates(edges, depth)).filter((run) =>
      isRepeated(run, drafts.length, headingSize),
    );
    markRuns(repeated.filter((run) => !isText(run, occurrences.get(run[0]!.key) ?? 0)));
  }
  // A number that has unmarked text between it and the edge belongs to that text.
  for (const { rows } of edges) unmarkBehindText(rows, numbers);
  markRestOfRows(edges);
}

function markRuns(runs: readonly Run[]): void {
  const marked = new Map<Line, Set<string>>();
  for (const { line, text } of runs.flat()) marked.set(line, (marked.get(line) ?? new Set()).add(text));
  for (const { line, row, side } of runs.flat()) {
    // What stands beside a running title at the edge of the page is one too, such as the chapter's.
    const rest = (line.parts ?? []).filter((part) => !marked.get(line)!.has(part) && /\p{L}/u.test(part));
    if (rest.length === 0 || (row.isApart && row.isInMargin)) line.running = side;
  }
}

/** Lines of the row at that depth, on pages where every row outside of it is running. */
function listCandidates(edges: readonly PageEdge[], depth: number): Candidate[] {
  return edges.flatMap(({ page, side, rows }) => {
    const row = rows[depth];
    if (row === undefined) return [];
    if (!rows.slice(0, depth).every(({ lines }) => lines.some((line) => line.running))) return [];
    return row.lines.flatMap((line) =>
      (line.parts ?? [line.text]).map((text) => ({ line, text, row, page, side, key: foldRunning(text) })),
    );
  });
}

/** Groups candidates by side, text and distance from the edge. Slips of recognition do not part a group. */
function groupRuns(candidates: readonly Candidate[]): Run[] {
  const byText = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const key = `${candidate.side} ${candidate.key}`;
    const group = byText.get(key);
    if (group) group.push(candidate);
    else byText.set(key, [candidate]);
  }
  const groups: Candidate[][] = [];
  for (const group of [...byText.values()].sort((a, b) => b.length - a.length)) {
    const [first] = group as [Candidate];
    const like = isRecognised(first.line)
      ? groups.find(
          ([other]) =>
            other!.side === first.side &&
            isRecognised(other!.line) &&
            isSamePlace(other!, first) &&
            findLikeness(other!.key, first.key) >= MIN_LIKENESS,
        )
      : undefined;
    if (like) like.push(...group);
    else groups.push([...group]);
  }
  return groups.flatMap(splitByPlace);
}

function isRecognised({ hidden, confidence }: Line): boolean {
  return hidden || confidence !== undefined;
}

function isSamePlace(a: Candidate, b: Candidate): boolean {
  const tolerance = isRecognised(a.line) ? 2 * PLACE_TOLERANCE : PLACE_TOLERANCE;
  return Math.abs(a.row.distance - b.row.distance) <= tolerance;
}

function splitByPlace(group: Candidate[]): Run[] {
  const runs: Run[] = [];
  for (const candidate of group.toSorted((a, b) => a.row.distance - b.row.distance)) {
    const run = runs.at(-1);
    if (run && isSamePlace(run[Math.floor(run.length / 2)]!, candidate)) run.push(candidate);
    else runs.push([candidate]);
  }
  return runs;
}

function isRepeated(run: Run, pageCount: number, headingSize: number): boolean {
  // Numbers alone are page numbers only in sequence.
  if (/^[^\p{L}#]*#[^\p{L}#]*$/u.test(run[0]!.key) || !areNumbersSteady(run)) return false;
  const pages = listPages(run);
  if (pages.length < MIN_PAGES) return false;
  const [first, last] = [pages[0]!, pages.at(-1)!];
  // Left and right pages may have running lines of their own.
  const step = pages.every((page) => (page - first) % 2 === 0) ? 2 : 1;
  if (run[0]!.line.size >= headingSize) return pages.length >= pageCount * MIN_LARGE_SHARE;
  return (
    pages.length >= (pageCount / step) * MIN_SHARE ||
    (pages.length > MIN_PAGES && pages.length >= ((last - first) / step + 1) * MIN_SECTION_SHARE)
  );
}

function listPages(run: Run): number[] {
  return [...new Set(run.map(({ page }) => page))].sort((a, b) => a - b);
}

/** Lines that differ in more than the page's number, such as "Exhibit 1" and "Exhibit 2", are titles of what follows. */
function areNumbersSteady(run: Run): boolean {
  const numbered = run
    .map(({ page, text }) => ({ page, numbers: (text.match(/\d+/g) ?? []).map(Number) }))
    .sort((a, b) => a.page - b.page);
  return numbered[0]!.numbers.every((_, at) => {
    const steady = numbered.slice(1).filter(({ page, numbers }, index) => {
      const before = numbered[index]!;
      const step = numbers[at]! - before.numbers[at]!;
      return step === 0 || step === page - before.page;
    });
    return steady.length >= MIN_STEADY_SHARE * (numbered.length - 1);
  });
}

/** Whether lines that repeat are part of the text all the same. */
function isText(run: Run, occurrences: number): boolean {
  const elsewhere = occurrences - run.length;
  const apart = run.filter(({ row }) => row.isApart).length / run.length;
  if (apart >= 0.6) return elsewhere > Math.max(1, run.length / 4);
  const inMargin = run.every(({ row }) => row.isInMargin);
  return !inMargin || elsewhere > 0 || /[.;:,。；：，]$/u.test(run[0]!.text);
}

function unmarkBehindText(rows: readonly EdgeRow[], numbers: PageNumberLines): void {
  let isOpen = true;
  for (const { lines } of rows) {
    if (!isOpen) for (const line of lines) if (numbers.get(line) !== 'certain') delete line.running;
    isOpen &&= lines.some((line) => line.running);
  }
}

function markRestOfRows(edges: readonly PageEdge[]): void {
  for (const { side, rows } of edges) {
    for (const { lines, isApart, isInMargin } of rows) {
      if (!isApart || !isInMargin || !lines.some((line) => line.running)) continue;
      for (const line of lines) line.running = side;
    }
  }
}

function countTexts(drafts: readonly PageDraft[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { items } of drafts) {
    for (const item of items) {
      if (item.kind !== 'line') continue;
      for (const part of item.parts ?? [item.text]) {
        const key = foldRunning(part);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  return counts;
}

function foldRunning(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\d+/g, '#').replace(/\s+/g, ' ').trim();
}

/** Dice's coefficient over pairs of letters, 0–1. */
function findLikeness(a: string, b: string): number {
  const pairs = (text: string) =>
    new Set(Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2)));
  const [left, right] = [pairs(a), pairs(b)];
  if (left.size + right.size === 0) return a === b ? 1 : 0;
  let shared = 0;
  for (const pair of left) if (right.has(pair)) shared++;
  return (2 * shared) / (left.size + right.size);
}
