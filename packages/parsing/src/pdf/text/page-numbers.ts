import type { Line, PageDraft } from '../page/page-draft.ts';
import type { EdgeRow, PageEdge } from './edge-rows.ts';

const ROMAN = /^(?=[ivxlc])(?:c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/i;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };
const NUMBER = String.raw`(?<number>\d{1,4}|[ivxlc]{1,7})`;
const LONE = new RegExp(String.raw`^[-–—－|[(•·\s]*${NUMBER}[-–—－|\])•·\s]*$`, 'iu');
const NAMED = new RegExp(
  String.raw`^[-–—－|[(\s]*(?:(?:page|seite|página|pagina|p\.|pg\.?|第)\s*${NUMBER}|(?<first>\d{1,4})\s*[/／])\s*(?:頁|页|ページ)?\s*(?:(?:of|de|sur|von|di|/|／|共)?\s*\d{1,4}\s*(?:頁|页|ページ)?)?[-–—－|\])\s]*$`,
  'iu',
);
const AT_START = /^(?<number>\d{1,4}|[ivxlc]{1,7})(?:\s+|\s*[|•·–—]\s*)\S/iu;
const AT_END = /\S(?:\s+|\s*[|•·–—]\s*)(?<number>\d{1,4}|[ivxlc]{1,7})$/iu;

/** Pages that must agree about the difference between the printed number and the page's place. */
const MIN_AGREEING = 3;
/** Of the pages from the first to the last that agree: numbers beside text are often those of sections. */
const MIN_DENSITY = 0.6;

const DASHED = /^\s*[-–—−]\s*\d+\s*[-–—−]\s*$/;

/** `certain` where the line says that it is a page number; `likely` where only its place and the sequence do. */
export type PageNumberLines = ReadonlyMap<Line, 'certain' | 'likely'>;

/** A line that is, or holds, what may be a page's printed number. */
type Reading = Place & { offset: number; kind: 'lone' | 'named' | 'beside' };
/** A line at the edge of a page, with its text or the part of it that is read. */
type Place = { page: number; line: Line; row: EdgeRow; text: string };

/**
 * Finds the lines at the edges of pages that are page numbers, or hold one beside a running title. A number counts when
 * it goes up with the pages, or where the document has too few pages for that, when it says that it is one.
 */
export function findPageNumberLines(
  drafts: readonly PageDraft[],
  edges: readonly PageEdge[],
): PageNumberLines {
  const readings = edges.flatMap(({ page, rows }) =>
    rows.flatMap((row) =>
      row.lines.flatMap((line) =>
        (line.parts ?? [line.text]).flatMap((text) => readNumbers({ page, row, line, text })),
      ),
    ),
  );
  const pagesOf = new Map<string, Set<number>>();
  for (const { page, offset, kind } of readings) {
    const key = sequenceKey(kind, offset);
    pagesOf.set(key, (pagesOf.get(key) ?? new Set()).add(page));
  }
  const found = new Map<Line, 'certain' | 'likely'>();
  for (const { page, line, row, offset, kind } of readings) {
    const pages = pagesOf.get(sequenceKey(kind, offset))!;
    const agreeing = pages.size;
    const inSequence = agreeing >= MIN_AGREEING && (kind !== 'beside' || isDense(pages));
    const isUsual = kind === 'lone' && row.depth === 0 && row.isInMargin && agreeing >= drafts.length / 3;
    const isDecorated = kind === 'named' || (kind === 'lone' && DASHED.test(line.text.normalize('NFKC')));
    if (isDecorated && row.isInMargin && (kind === 'named' || row.isApart)) found.set(line, 'certain');
    else if (inSequence && (row.isApart || isUsual)) found.set(line, 'likely');
    else if (kind === 'lone' && row.isApart && row.isInMargin && row.depth === 0) {
      // Where too few pages make a sequence, the page's own number has to do.
      const isOwn = offset === 0 || line.text.trim() === drafts[page]!.label;
      if (drafts.length < MIN_AGREEING && isOwn) found.set(line, 'likely');
    }
  }
  return found;
}

function isDense(pages: ReadonlySet<number>): boolean {
  const [first, last] = [Math.min(...pages), Math.max(...pages)];
  const step = [...pages].every((page) => (page - first) % 2 === 0) ? 2 : 1;
  return pages.size >= MIN_DENSITY * ((last - first) / step + 1);
}

function sequenceKey(kind: Reading['kind'], offset: number): string {
  return `${kind === 'beside' ? 'beside' : 'number'} ${offset}`;
}

function readNumbers(place: Place): Reading[] {
  const text = place.text.normalize('NFKC').trim();
  const read = (kind: Reading['kind'], number: string | undefined): Reading[] => {
    const value = number === undefined ? undefined : readNumber(number);
    return value === undefined
      ? []
      : [{ ...place, kind: place.line.parts ? 'beside' : kind, offset: value - place.page - 1 }];
  };
  const lone = LONE.exec(text)?.groups;
  if (lone) return read('lone', lone.number);
  const named = NAMED.exec(text)?.groups;
  if (named) return read('named', named.number ?? named.first);
  return [
    ...read('beside', AT_START.exec(text)?.groups?.number),
    ...read('beside', AT_END.exec(text)?.groups?.number),
  ];
}

function readNumber(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  if (!ROMAN.test(text)) return undefined;
  const values = [...text.toLowerCase()].map((letter) => ROMAN_VALUES[letter]!);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}
