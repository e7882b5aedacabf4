import { isTitleLike, type Line } from './lines.ts';
import { type Mark, type MarkKind, markKinds, namedKinds } from './marks.ts';
import { compareNumerals } from './numerals.ts';

/** How a document numbers its parts. */
export type Numbering = {
  /** Lines whose number makes them a heading, or the head of a provision. */
  marked: ReadonlySet<Line>;
  /** What a provision is: the innermost kind that stands for itself, such as an article. Absent: none is numbered. */
  provision?: MarkKind;
};

export type NumberingOptions = {
  /** The document may be a law: numbered paragraphs are its provisions even where they are no titles. */
  provisions: boolean;
};

/** Finds by evidence over all lines which numbers are those of headings. */
export function detectNumbering(lines: readonly Line[], { provisions }: NumberingOptions): Numbering {
  const marked = new Set<Line>();
  for (const kind of markKinds) {
    const all = lines.filter((line) => line.mark?.kind === kind);
    for (const line of namedKinds.has(kind) ? acceptNamed(kind, all) : acceptCounted(kind, all))
      marked.add(line);
  }
  const has = (kind: MarkKind, count = 1) =>
    [...marked].filter((line) => line.mark!.kind === kind).length >= count;
  if (has('article', 2)) dropBelowArticles(marked);
  else if (provisions && !runsThrough(marked, 'section')) {
    if (!has('decimal1', 3)) for (const line of findRunningNumbers(lines)) marked.add(line);
    if (!has('decimal1')) for (const line of findDecimals(lines)) marked.add(line);
  }
  const provision = runsThrough(marked, 'section') && !has('article') ? 'section' : findProvision(has);
  return { marked, ...(provision ? { provision } : {}) };
}

/** Sections of an English law are counted through all its parts; those of a French one begin again in each chapter. */
function runsThrough(marked: ReadonlySet<Line>, kind: MarkKind): boolean {
  const marks = [...marked].filter((line) => line.mark!.kind === kind).map((line) => line.mark!);
  return (
    marks.length >= 3 &&
    marks.every((mark, index) => index === 0 || compareNumerals(mark.number, marks[index - 1]!.number) > 0)
  );
}

/** "Article 12": any line in order; one alone must look like a title. */
function acceptNamed(kind: MarkKind, lines: readonly Line[]): Line[] {
  const plain = lines.filter((line) => line.level === undefined);
  // "第三条规定的" reads on, unless this document never sets a space after its numbers.
  const bare = plain.filter(({ mark }) => mark!.isBare);
  const ordered = keepOrdered(
    bare.length * 2 > plain.length ? plain : plain.filter(({ mark }) => !mark!.isBare),
  );
  return lines.filter((line) => {
    if (line.level !== undefined) return true;
    if (!ordered.has(line)) return false;
    if (kind === 'annex') return isTitleLike(line.text);
    return lines.length > 1 || isTitleLike(line.mark!.rest || line.text);
  });
}

/** "1.1", "II.", "一、": headings of the reader, and lines in order that all look like titles. */
function acceptCounted(kind: MarkKind, lines: readonly Line[]): Line[] {
  if (kind === 'item' || kind === 'subitem' || kind === 'clause') return [];
  const headings = lines.filter((line) => line.level !== undefined);
  const plain = lines.filter((line) => line.level === undefined && line.block.type === 'paragraph');
  const titles = [...keepOrdered(plain)].filter(({ mark }) => mark!.rest !== '' && isTitleLike(mark!.rest));
  // Numbered steps and answers are counted as well: only where most are titles do they name what follows.
  const areTitles = kind !== 'decimal1' && titles.length >= 2 && titles.length * 2 >= plain.length;
  return areTitles ? [...headings, ...titles] : headings;
}

/** How far a number may jump ahead: provisions are repealed, and excerpts leave some out. */
const MAX_JUMP = 20;

/** Lines whose numbers go up or begin again; one that the next line takes back was a reference. */
function keepOrdered(lines: readonly Line[]): Set<Line> {
  const kept = new Set<Line>();
  let last: Mark | undefined;
  lines.forEach((line, index) => {
    const mark = line.mark!;
    if (last && !isInOrder(mark, last, lines[index + 1]?.mark)) return;
    kept.add(line);
    last = mark;
  });
  return kept;
}

function isInOrder({ number }: Mark, last: Mark, next: Mark | undefined): boolean {
  const [first] = number;
  const [lastFirst] = last.number;
  if (first === undefined || lastFirst === undefined) return true;
  // What follows the last one comes right after: this one only names another place.
  const isTakenBack =
    next !== undefined &&
    next.number[0] !== undefined &&
    compareNumerals(next.number, last.number) > 0 &&
    next.number[0] - lastFirst <= 1;
  if (compareNumerals(number, last.number) > 0) {
    const isJump = first - lastFirst > 1;
    return (
      first - lastFirst <= MAX_JUMP && !(isJump && isTakenBack && compareNumerals(next!.number, number) < 0)
    );
  }
  return number.at(-1) === 1 && !(isTakenBack && lastFirst > 1);
}

/** Inside articles, numbers are those of paragraphs; only headings of the reader still divide. */
function dropBelowArticles(marked: Set<Line>): void {
  for (const line of marked)
    if (!namedKinds.has(line.mark!.kind) && line.level === undefined) marked.delete(line);
}

/** A count must hold so much of all numbers of its look to run through the document rather than to be some list. */
const MIN_RUN_SHARE = 0.6;

/** Provisions numbered "1.", "2.", … through all chapters, told by their common look from lists, which begin again. */
function findRunningNumbers(lines: readonly Line[]): Line[] {
  const looks = new Map<string, Line[]>();
  for (const line of lines) {
    if (line.mark?.kind !== 'decimal1' || line.mark.isBare) continue;
    const { type, level, style } = line.block;
    const look = `${type} ${line.from === 0} ${level ?? 0} ${style?.bold ?? false}`;
    const alike = looks.get(look);
    if (alike) alike.push(line);
    else looks.set(look, [line]);
  }
  let best: Line[] = [];
  for (const all of looks.values()) {
    const run: Line[] = [];
    for (const line of all) {
      const step = line.mark!.number[0]! - (run.at(-1)?.mark?.number[0] ?? 0);
      if (step >= 1 && step <= 3) run.push(line);
    }
    if (run.length >= 3 && run.length >= all.length * MIN_RUN_SHARE && run.length > best.length) best = run;
  }
  return best;
}

/** Provisions numbered "1.1" or "3.2.1" at the head of their paragraph. */
function findDecimals(lines: readonly Line[]): Line[] {
  const decimals = lines.filter(
    ({ mark, level }) => level === undefined && /^decimal[2-6]$/.test(mark?.kind ?? ''),
  );
  const ordered = [...keepOrdered(decimals)];
  return ordered.length >= 3 && ordered.length >= decimals.length * MIN_RUN_SHARE ? ordered : [];
}

function findProvision(has: (kind: MarkKind, count?: number) => boolean): MarkKind | undefined {
  if (has('article')) return 'article';
  const depths = ['decimal6', 'decimal5', 'decimal4', 'decimal3', 'decimal2', 'decimal1'] as const;
  if (depths.some((kind) => has(kind, 3))) return depths.find((kind) => has(kind));
  return (['section', 'chinese2', 'chinese1'] as const).find((kind) => has(kind, 2));
}
