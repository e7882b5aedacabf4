import type { Bookmark } from '../page/outline.ts';
import type { Line, PageDraft } from '../page/page-draft.ts';
import type { TaggedHeadings } from '../page/structure-tree.ts';
import { LEADERS, type Paragraph } from './paragraphs.ts';

const MAX_HEADING_LINES = 4;
const MAX_HEADING_LENGTH = 220;

const NUMBERING = /^(?:(\d{1,2}(?:\.\d{1,2}){0,4})\.?|([IVX]{1,5})\.|([A-Z])\.)\s+\p{L}/u;
const KEYWORD =
  /^(?:part|chapter|chapitre|partie|titre|title|livre|appendix|annexe|annex)\s+(?:[\divxlc]+|[A-Z]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|twenty)\b|^第[\d一二三四五六七八九十百]+[章編篇部]/iu;
const ITEM = /^(?:item|section|article|art\.)\s+\d+[a-z]?\b|^第[\d一二三四五六七八九十百]+[節节条條]/iu;

/** Of mail or a website. */
const ADDRESS = /@\w|\bhttps?:|\bwww\.|\b[a-z\d-]{3,}\.(?:com|org|net|gov|edu)\b/i;

/** Text as bookmarks and pages can be compared: letters and digits alone. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function foldWithoutNumber(text: string): string {
  return fold(text.replace(/^\s*(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVXivx]{1,5}\.|[A-Z]\.)\s+/u, ''));
}

/** Marks the lines that bookmarks name, on the page the bookmark leads to. Returns the marked groups' count. */
export function markBookmarkedHeadings(drafts: readonly PageDraft[], bookmarks: readonly Bookmark[]): number {
  const byPage = new Map(drafts.map((draft) => [draft.number, draft]));
  const folded = new Map<PageDraft, FoldedLine[]>();
  const linesOf = (page: number) => {
    const draft = byPage.get(page);
    if (draft === undefined) return [];
    const lines = folded.get(draft) ?? foldLines(draft);
    folded.set(draft, lines);
    return lines;
  };
  let group = 0;
  for (const bookmark of bookmarks) {
    if (bookmark.page === undefined) continue;
    const wanted = fold(bookmark.title);
    const bare = foldWithoutNumber(bookmark.title);
    if (bare.length < 2) continue;
    // Some programs set the target a line above a page break.
    const found =
      findTitle(linesOf(bookmark.page), wanted, bare) ?? findTitle(linesOf(bookmark.page + 1), wanted, bare);
    if (found === undefined) continue;
    group++;
    for (const line of found) line.heading = { level: Math.min(bookmark.level, 6), group };
  }
  return group;
}

type FoldedLine = { line: Line; text: string; bare: string };

function foldLines(draft: PageDraft): FoldedLine[] {
  return draft.items
    .filter((item): item is Line => item.kind === 'line' && !item.running && !LEADERS.test(item.text))
    .map((line) => ({ line, text: fold(line.text), bare: foldWithoutNumber(line.text) }));
}

function findTitle(lines: readonly FoldedLine[], wanted: string, bare: string): Line[] | undefined {
  let best: Line[] | undefined;
  for (let start = 0; start < lines.length; start++) {
    if (lines[start]!.line.heading || lines[start]!.text === '') continue;
    // With its own number, or without the number that the bookmark or the page leaves out.
    let whole = '';
    let unnumbered = lines[start]!.bare;
    for (let end = start; end < Math.min(lines.length, start + MAX_HEADING_LINES); end++) {
      whole += lines[end]!.text;
      if (end > start) unnumbered += lines[end]!.text;
      if (!wanted.startsWith(whole) && !bare.startsWith(whole) && !bare.startsWith(unnumbered)) break;
      if (whole === wanted || whole === bare || unnumbered === bare) {
        const found = lines.slice(start, end + 1).map(({ line }) => line);
        // The same words may be in running text or a contents list: the largest type is the heading.
        if (best === undefined || found[0]!.size > best[0]!.size + 0.4) best = found;
        break;
      }
    }
  }
  return best;
}

/** Marks the lines that the structure tree calls headings. */
export function markTaggedHeadings(draft: PageDraft, tags: TaggedHeadings): void {
  let previous: Line | undefined;
  for (const item of draft.items) {
    if (item.kind !== 'line') continue;
    const level = tags.get(item.markedContent);
    if (level === undefined || item.text.length > MAX_HEADING_LENGTH || LEADERS.test(item.text))
      previous = undefined;
    else {
      const same = previous !== undefined && previous.markedContent === item.markedContent;
      // Groups of tags count down so that they never meet those of bookmarks.
      const group: number = same ? previous!.heading!.group : -(draft.number * 10_000 + item.markedContent);
      item.heading = { level, group };
      previous = item;
    }
  }
}

/** What sets a paragraph apart from running text, for finding headings and ranking them. */
export type HeadingStyle = { size: number; weight: number };

/** How much larger than the text type is that stands out by its size alone. */
const MIN_LARGER = 1.15;

/** Whether a paragraph looks like a heading: short, unlike running text, not a sentence. */
export function findHeadingStyle(
  paragraph: Paragraph,
  text: string,
  body: BodyStyle,
): HeadingStyle | undefined {
  const first = paragraph.lines[0]!;
  if (paragraph.lines.length > MAX_HEADING_LINES || text.length > MAX_HEADING_LENGTH || text.length < 2)
    return undefined;
  if (
    first.direction !== body.direction ||
    !/\p{L}{2}|[\u3400-\u9fff\uac00-\ud7af]/u.test(text) ||
    LEADERS.test(text)
  )
    return undefined;
  if (/(?:[,;:，；：、]|\p{Ll}[-\u00ad])$/u.test(text) || /^\(.*\)$/s.test(text)) return undefined;
  // A row of names, as below a title.
  if ((text.match(/,/g)?.length ?? 0) >= 4 || ADDRESS.test(text)) return undefined;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < 0.4 * text.replace(/\s/g, '').length) return undefined;
  const size = Math.min(...paragraph.lines.map((line) => line.size));
  const bold = paragraph.lines.every((line) => line.bold);
  // Beside text that is set larger, plain lines of that size do not stand out.
  const usual = bold
    ? body.size
    : Math.max(body.size, ...(body.largerSizes ?? []).filter((each) => each <= size + 0.25));
  const ratio = size / usual;
  const numbered = NUMBERING.test(text) || KEYWORD.test(text) || ITEM.test(text);
  const capitals = letters >= 4 && text === text.toUpperCase() && /\p{Lu}/u.test(text);
  if (!KEYWORD.test(text) && bodyIsNot(paragraph, body) && ratio < MIN_CODE_HEADING) return undefined;
  if (!numbered && isWordy(text)) return undefined;
  const sentence = /[.。]$/u.test(text) && !numbered && (text.split(/\s+/).length > 6 || ratio < MIN_LARGER);
  if (sentence) return undefined;
  const standsOut =
    (ratio >= MIN_LARGER && (paragraph.lines.length <= 3 || ratio >= 1.4)) ||
    (ratio >= 0.95 && bold && !body.bold && paragraph.lines.length <= 3) ||
    (ratio >= 0.98 && numbered && capitals && paragraph.lines.length <= 2) ||
    (ratio >= 1.05 && numbered && paragraph.lines.length <= 2) ||
    (ratio >= 0.98 &&
      KEYWORD.test(text) &&
      /^\p{Lu}/u.test(text) &&
      text.length <= 60 &&
      !/[.,]$/.test(text)) ||
    (ratio >= 0.98 &&
      capitals &&
      letters >= 10 &&
      paragraph.lines.length <= 2 &&
      text.split(/\s+/).length <= 14);
  if (!standsOut) return undefined;
  const italic = paragraph.lines.every((line) => line.italic);
  const rank = KEYWORD.test(text) ? 24 : ITEM.test(text) ? 16 : 0;
  return {
    size: Math.round(size * 2) / 2,
    weight: rank + (bold ? 8 : 0) + (capitals ? 4 : 0) + (italic ? 0 : 2),
  };
}

/** Code and formulas among text of another kind are no headings, however bold; much larger ones may be. */
function bodyIsNot({ lines }: Paragraph, body: BodyStyle): boolean {
  return (
    (body.fixedPitch !== true && lines.every((line) => line.fixedPitch)) ||
    lines.every((line) => line.mathShare > 0.5)
  );
}

const MIN_CODE_HEADING = 1.3;

/** Sentences without spaces between their words. */
function isWordy(text: string): boolean {
  return (
    /[\u3040-\u9fff]/u.test(text) &&
    (/[。！？].*\S/u.test(text) || (text.length > 50 && /[，、]/u.test(text)))
  );
}

export type BodyStyle = {
  size: number;
  bold: boolean;
  direction: number;
  fixedPitch?: boolean;
  /** Larger sizes in which much of the text is set. */
  largerSizes?: number[];
};

/** Strokes that much thicker than those of most letters are bold. */
const BOLD_STEM = 1.35;

/** Where names of fonts do not tell their weight, their strokes do: held against those of most letters. */
export function markThickAsBold(drafts: readonly PageDraft[]): void {
  const lines = drafts.flatMap(({ items }) => items.filter((item): item is Line => item.kind === 'line'));
  const letters = new Map<number, number>();
  for (const { stem, text } of lines) if (stem > 0) letters.set(stem, (letters.get(stem) ?? 0) + text.length);
  const usual = [...letters].sort((a, b) => b[1] - a[1])[0]?.[0];
  if (usual === undefined) return;
  for (const line of lines) {
    line.bold ||= line.stem >= BOLD_STEM * usual;
    line.firstBold ||= line.firstStem >= BOLD_STEM * usual;
  }
}

/** Of the letters, those in a larger size from which on it is one that text is set in. */
const MIN_TEXT_SHARE = 0.15;
/** Fewer letters than this in tables tell nothing of the text around them. */
const MIN_TABLE_LETTERS = 400;
/** Lines of running text are longer than most headings. */
const MIN_TEXT_LINE = 60;

/** The style most letters of the document have. */
export function findBodyStyle(drafts: readonly PageDraft[]): BodyStyle {
  const inLines = createStyleCount();
  const inTables = createStyleCount();
  const inText = createStyleCount();
  for (const draft of drafts) {
    for (const item of draft.items) {
      if (item.kind === 'line' && !item.running) {
        inLines.add(item, item.text.length);
        if (item.text.length >= MIN_TEXT_LINE) inText.add(item, item.text.length);
      }
      if (item.kind === 'table') for (const part of item.letters ?? []) inTables.add(part, part.count);
    }
  }
  const isMostlyTables = inTables.total() > Math.max(MIN_TABLE_LETTERS, inLines.total());
  const most = (isMostlyTables ? inTables : inLines).findMost();
  if (most === undefined) return { size: 10, bold: false, direction: 0 };
  return { ...most, largerSizes: inText.listSizesAbove(most.size) };
}

type CountedStyle = Pick<Line, 'size' | 'bold' | 'direction' | 'fixedPitch'>;

function createStyleCount() {
  const counts = new Map<string, { count: number; style: CountedStyle }>();
  const total = () => [...counts.values()].reduce((sum, { count }) => sum + count, 0);
  return {
    total,
    add({ size, bold, direction, fixedPitch }: CountedStyle, count: number): void {
      const style = { size: Math.round(size * 2) / 2, bold, direction, fixedPitch };
      const key = `${style.size} ${bold} ${direction} ${fixedPitch}`;
      const entry = counts.get(key);
      if (entry) entry.count += count;
      else counts.set(key, { count, style });
    },
    findMost(): CountedStyle | undefined {
      return [...counts.values()].sort((a, b) => b.count - a.count)[0]?.style;
    },
    listSizesAbove(size: number): number[] {
      return [...counts.values()]
        .filter(({ style, count }) => !style.bold && style.size > size && count >= MIN_TEXT_SHARE * total())
        .map(({ style }) => style.size);
    },
  };
}

/** How deep a heading's own number places it: 1 for "2", 2 for "2.1"; undefined without a number. */
export function findNumberDepth(text: string): number | undefined {
  const number = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s/.exec(text);
  return number ? number[1]!.split('.').length : undefined;
}

type KnownHeading = { text: string; style: HeadingStyle; known?: number };

/** A style used on fewer headings than this, and than a fiftieth of all, is an exception: a cover, a letterhead. */
const FEW_USES = 3;

/**
 * Levels of headings in document order. Levels known from bookmarks or tags stay and teach their style's level;
 * other styles are ranked by size and weight below them; numbers such as 2.1 order headings of numbered series.
 */
export function assignLevels(headings: readonly KnownHeading[]): number[] {
  const levelOf = rankStyles(headings);
  const numberBase = new Map<number, number>();
  return headings.map((heading) => {
    let level = heading.known ?? levelOf.get(styleKey(heading.style)) ?? 1;
    const depth = findNumberDepth(heading.text);
    if (depth !== undefined) {
      if (heading.known === undefined && depth > 1) {
        const parent = numberBase.get(depth - 1);
        if (parent !== undefined) level = parent + 1;
      }
      numberBase.set(depth, level);
    }
    return Math.min(6, level);
  });
}

function styleKey(style: HeadingStyle): number {
  return style.size * 100 + style.weight;
}

/** Levels by style. Only styles in common use make a level of their own; exceptions join one of these. */
function rankStyles(headings: readonly KnownHeading[]): Map<number, number> {
  const taught = new Map<number, number>();
  const uses = new Map<number, number>();
  for (const { style, known } of headings) {
    const key = styleKey(style);
    if (known !== undefined && !taught.has(key)) taught.set(key, known);
    uses.set(key, (uses.get(key) ?? 0) + 1);
  }
  const few = headings.length <= 12 ? 1 : Math.max(FEW_USES, headings.length / 50);
  const unknown = [...uses.keys()].filter((key) => !taught.has(key)).sort((a, b) => b - a);
  const common = unknown.filter((key) => uses.get(key)! >= few);
  const largest = Math.max(0, ...common, ...taught.keys());
  // Titles larger than all that follows share the top level.
  const base = unknown.some((key) => key > largest) ? 2 : 1;
  for (const key of common) taught.set(key, levelNextTo(taught, key, base));
  const levels = new Map(taught);
  for (const key of unknown) {
    if (!taught.has(key)) levels.set(key, key > largest ? 1 : levelNextTo(taught, key, base));
  }
  return levels;
}

/** One below the deepest level of larger styles; without any, level with the highest smaller one. */
function levelNextTo(taught: ReadonlyMap<number, number>, key: number, base: number): number {
  const larger = [...taught].filter(([other]) => other > key).map(([, level]) => level);
  if (larger.length > 0) return Math.min(6, Math.max(...larger) + 1);
  const smaller = [...taught].filter(([other]) => other < key).map(([, level]) => level);
  return smaller.length > 0 ? Math.min(...smaller) : base;
}
