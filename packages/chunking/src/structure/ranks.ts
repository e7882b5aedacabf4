import type { Line } from './lines.ts';
import { type MarkKind, markKinds } from './marks.ts';
import type { Numbering } from './numbering.ts';

/** Gives each heading its rank: the smaller, the further out. Undefined: the line is no heading. */
export type RankOf = (line: Line) => number | undefined;

/** Ranks of neighbouring kinds lie this far apart; levels of the reader are put in between. */
const STEP = 10;
/** Kinds whose order differs from document to document: the one that is used first is the outer one. */
const BY_APPEARANCE: readonly (readonly MarkKind[])[] = [
  ['part', 'title', 'chapter'],
  ['roman', 'letter', 'decimal1', 'chinese1'],
];
/** First headings without a number, before all text and all that have one, are the title of the document. */
const DOCUMENT_TITLE = -STEP;
/** Who issues it, its number, its subject: more headings in a row are something else. */
const MAX_TITLES = 4;

/** Orders the headings of a document, those with a number by its kind, the others by where their level is among these. */
export function rankHeadings(
  lines: readonly Line[],
  { marked, provision }: Numbering,
  /** Levels of plain text are guesses: every "Chapter" and "Article" is of the first. */
  { levelsAreGuesses }: { levelsAreGuesses: boolean },
): RankOf {
  const kinds = orderKinds(lines, marked);
  const rankOfKind = new Map(kinds.map((kind, index) => [kind, (index + 1) * STEP]));
  const levels = levelsAreGuesses ? new Map<MarkKind, number>() : findKindLevels(marked);
  const known = kinds.filter((kind) => levels.has(kind));
  const areLevelsTrue = known.every(
    (kind, index) => index === 0 || levels.get(kind)! > levels.get(known[index - 1]!)!,
  );
  const isPlainText = [...marked].some(({ level }) => level === undefined);
  const begin = lines.findIndex((line) => line.level === undefined || marked.has(line));
  const titles = lines.slice(0, Math.min(Math.max(begin, 0), MAX_TITLES));
  // Where numbers are in plain paragraphs, headings without one gather those below them.
  const gathering = rankOfKind.get(provision ?? kinds[0] ?? 'decimal1') ?? STEP;
  return (line) => {
    if (kinds.length === 0) return line.level ?? (marked.has(line) ? 1 : undefined);
    if (marked.has(line)) return line.mark!.kind === 'annex' ? STEP : rankOfKind.get(line.mark!.kind);
    if (line.level === undefined) return undefined;
    const place = isPlainText || !areLevelsTrue || known.length === 0 ? titles.indexOf(line) : -1;
    if (place >= 0) return DOCUMENT_TITLE + place / titles.length;
    if (known.length === 0 || !areLevelsTrue) return gathering - STEP / 2 + line.level / 10;
    return rankByLevel(line.level);
  };

  function rankByLevel(level: number): number {
    const alike = known.find((kind) => levels.get(kind) === level);
    if (alike) return rankOfKind.get(alike)!;
    const above = known.findLast((kind) => levels.get(kind)! < level);
    return above ? rankOfKind.get(above)! + level / 10 : level / 10;
  }
}

function orderKinds(lines: readonly Line[], marked: ReadonlySet<Line>): MarkKind[] {
  const seen = [...new Set(lines.flatMap((line) => (marked.has(line) ? [line.mark!.kind] : [])))];
  const order: MarkKind[] = markKinds.filter((kind) => seen.includes(kind) && kind !== 'annex');
  for (const group of BY_APPEARANCE) {
    const places = order.flatMap((kind, index) => (group.includes(kind) ? [index] : []));
    const sorted = seen.filter((kind) => group.includes(kind));
    places.forEach((place, index) => {
      order[place] = sorted[index]!;
    });
  }
  return order;
}

/** The usual heading level of each kind of number among the reader's headings. */
function findKindLevels(marked: ReadonlySet<Line>): Map<MarkKind, number> {
  const levels = new Map<MarkKind, number[]>();
  for (const { mark, level } of marked) {
    if (level === undefined || mark!.kind === 'annex') continue;
    const all = levels.get(mark!.kind);
    if (all) all.push(level);
    else levels.set(mark!.kind, [level]);
  }
  return new Map(
    [...levels].map(([kind, all]) => [kind, all.sort((a, b) => a - b)[all.length >> 1]!] as const),
  );
}
