import type { DocumentBuilder } from '../document-builder.ts';
import type { DocumentInfo } from './document-info.ts';
import type { Bookmark } from './page/outline.ts';
import { type Line, meanConfidence, type PageDraft, type PageItem } from './page/page-draft.ts';
import { toBox, unrotate } from './page/page-geometry.ts';
import { joinTablesAcrossPages } from './tables/joined-tables.ts';
import { joinAcrossBreaks } from './text/continuation.ts';
import type { Element } from './text/element.ts';
import { buildElements } from './text/elements.ts';
import {
  assignLevels,
  type BodyStyle,
  findBodyStyle,
  findNumberDepth,
  markBookmarkedHeadings,
  markThickAsBold,
} from './text/headings.ts';
import { findListMarker } from './text/list-markers.ts';
import { buildParagraphs, paragraphText } from './text/paragraphs.ts';
import { markRunningLines } from './text/running-lines.ts';
import { finishText, type Vocabulary } from './text/text-joining.ts';

/** Decides, knowing all pages, what every part is, and hands the blocks to the builder in reading order. */
export function addBlocks(
  builder: DocumentBuilder,
  drafts: readonly PageDraft[],
  bookmarks: readonly Bookmark[],
  info: DocumentInfo,
): void {
  markRunningLines(drafts);
  dropRepeatedImages(drafts);
  markBookmarkedHeadings(drafts, bookmarks);
  markThickAsBold(drafts);
  const body = findBodyStyle(drafts);
  const vocabulary = collectVocabulary(drafts);
  const elements = joinTablesAcrossPages(
    joinAcrossBreaks(
      drafts.flatMap((draft) => buildElements(draft, body, vocabulary)),
      vocabulary,
    ),
  );
  markRepeatedHeadings(elements);
  setLevels(elements);
  setListDepths(elements);
  for (const { number, width, height, label, pixels } of drafts) {
    builder.addPage({ number, width, height, ...pixels, ...(label === undefined ? {} : { label }) });
  }
  const title = chooseTitle(elements, body, info);
  if (title !== undefined) builder.setTitle(title);
  const blockIds = new Map<string, string>();
  for (const element of elements) {
    const id = addElement(builder, element, body);
    if (element.type === 'heading') blockIds.set(headingKey(element.parts[0]!.page.number, element.text), id);
  }
  for (const { title, level, page } of bookmarks) {
    const blockId = page === undefined ? undefined : blockIds.get(headingKey(page, title));
    builder.addOutlineEntry({
      title,
      level,
      ...(page === undefined ? {} : { page }),
      ...(blockId === undefined ? {} : { blockId }),
    });
  }
}

/** Plain text: one paragraph block per paragraph in stored order, running lines and all. */
export function addPlainBlocks(builder: DocumentBuilder, drafts: readonly PageDraft[]): void {
  const vocabulary = collectVocabulary(drafts);
  for (const { number, width, height, label, items, written } of drafts) {
    builder.addPage({ number, width, height, ...(label === undefined ? {} : { label }) });
    for (const { text } of written ?? [])
      builder.addBlock({
        type: 'paragraph',
        text,
        page: number,
        boxes: [{ page: number, x0: 0, y0: 0, x1: 1, y1: 1 }],
        source: 'vision',
      });
    const lines = items.filter((item): item is Line => item.kind === 'line');
    for (const paragraph of buildParagraphs(lines)) {
      const box = unrotate(paragraph, paragraph.lines[0]!.direction, width, height);
      builder.addBlock({
        type: 'paragraph',
        text: paragraphText(paragraph, vocabulary),
        page: number,
        boxes: [toBox(box, number, width, height)],
        ...readSource({ lines: paragraph.lines }),
      });
    }
  }
}

function headingKey(page: number, text: string): string {
  return `${page} ${fold(text)}`;
}

/** Logos and ornaments: pictures of one size at one place on three pages or more. Whole pages are none. */
function dropRepeatedImages(drafts: readonly PageDraft[]): void {
  const counts = new Map<string, number>();
  for (const draft of drafts) {
    for (const item of draft.items) {
      const key = findOrnamentKey(item, draft);
      if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  for (const draft of drafts) {
    draft.items = draft.items.filter(
      (item) => (counts.get(findOrnamentKey(item, draft) ?? '') ?? 0) < MANY_PAGES,
    );
  }
}

function findOrnamentKey(item: PageItem, { width, height }: PageDraft): string | undefined {
  if (item.kind !== 'image' || item.image.width === undefined) return undefined;
  if ((item.x1 - item.x0) * (item.y1 - item.y0) > 0.5 * width * height) return undefined;
  return [item.image.width, item.image.height, Math.round(item.x0 / 4), Math.round(item.y0 / 4)].join(' ');
}

const MANY_PAGES = 3;
const HANGUL = /[\uac00-\ud7af]/u;
const EDGES = /^[^\p{L}]+|[^\p{L}]+$/gu;

/** Words that stand whole inside lines, and compounds with their hyphen. */
function collectVocabulary(drafts: readonly PageDraft[]): Vocabulary {
  const words = new Set<string>();
  for (const draft of drafts) {
    for (const item of draft.items) {
      if (item.kind !== 'line') continue;
      item.text.split(' ').forEach((word, index, all) => {
        // The last word of a line may continue in the next; in Korean the first may have begun above.
        if (index === all.length - 1) return;
        if (HANGUL.test(word)) {
          if (index > 0) words.add(word.replace(/[^\uac00-\ud7af]+/gu, ''));
        } else if (word.length > 4) words.add(word.replace(EDGES, '').toLowerCase());
      });
    }
  }
  return words;
}

/** Running titles of several lines, or beside the text: headings that stand at one place of many pages. */
function markRepeatedHeadings(elements: readonly Element[]): void {
  const runs = new Map<string, Element[]>();
  for (const element of elements) {
    if (element.type !== 'heading' || element.heading?.known !== undefined) continue;
    const { box, page } = element.parts[0]!;
    if (box.y1 > MARGIN_SHARE * page.height && box.y0 < (1 - MARGIN_SHARE) * page.height) continue;
    const key = `${fold(element.text)} ${Math.round(box.x0 / 6)} ${Math.round(box.y0 / 6)}`;
    runs.set(key, [...(runs.get(key) ?? []), element]);
  }
  for (const run of runs.values()) {
    if (run.length < MANY_PAGES) continue;
    for (const element of run) {
      const { box, page } = element.parts[0]!;
      element.type = box.y1 < 0.5 * page.height ? 'page_header' : 'page_footer';
      delete element.heading;
    }
  }
}

const MARGIN_SHARE = 0.2;

function setLevels(elements: readonly Element[]): void {
  const headings = elements.filter((element) => element.type === 'heading' && element.heading !== undefined);
  const levels = assignLevels(
    headings.map((element) => ({
      text: element.text,
      style: element.heading!.style,
      ...(element.heading!.known === undefined ? {} : { known: element.heading!.known }),
    })),
  );
  headings.forEach((element, index) => {
    element.level = levels[index]!;
  });
}

/** Depth of list items by their indent, among items that only running lines part. */
function setListDepths(elements: readonly Element[]): void {
  let indents: number[] = [];
  for (const element of elements) {
    if (element.type === 'list_item') {
      const x = element.parts[0]!.box.x0;
      while (indents.length > 0 && x < indents.at(-1)! - INDENT_TOLERANCE) indents.pop();
      if (indents.length === 0 || x > indents.at(-1)! + INDENT_TOLERANCE) indents.push(x);
      element.level = indents.length;
    } else if (!STANDS_BETWEEN_ITEMS.has(element.type)) indents = [];
  }
}

/** Points by which items of one depth may differ. */
const INDENT_TOLERANCE = 5;
const STANDS_BETWEEN_ITEMS: ReadonlySet<Element['type']> = new Set([
  'page_header',
  'page_footer',
  'footnote',
  'image',
]);

/** The title the file states, unless its first pages plainly say otherwise: templates leave old titles behind. */
function chooseTitle(elements: readonly Element[], body: BodyStyle, info: DocumentInfo): string | undefined {
  const opening = elements.filter((element) => element.parts[0]!.page.number <= 2);
  const headings = opening.filter((element) => element.type === 'heading' && element.lines.length > 0);
  const written = opening.find((element) => element.source === 'vision' && element.heading?.known === 1);
  if (headings.length === 0 && info.title === undefined) return written?.text;
  const largest = headings.toSorted((a, b) => b.lines[0]!.size - a.lines[0]!.size)[0];
  const ratio = largest === undefined ? 0 : largest.lines[0]!.size / body.size;
  if (info.title === undefined)
    return ratio >= 1.2 && isTitle(largest!, elements) ? largest!.text : undefined;
  const stated = fold(info.title);
  if (ratio < 2 || opening.some((element) => fold(element.text).includes(stated))) return info.title;
  return largest!.text;
}

/** A title is larger than every other heading, has no number, and comes before the text. */
function isTitle(heading: Element, elements: readonly Element[]): boolean {
  if (findNumberDepth(heading.text) !== undefined || findListMarker(heading.text)) return false;
  const size = heading.lines[0]!.size;
  for (const element of elements) {
    if (element === heading) break;
    if (element.type === 'paragraph' && element.text.split(/\s+/).length > MAX_WORDS_BEFORE_TITLE)
      return false;
  }
  return elements.every(
    (element) =>
      element === heading ||
      element.type !== 'heading' ||
      element.lines.length === 0 ||
      element.lines[0]!.size < size - 0.4 ||
      fold(element.text) === fold(heading.text),
  );
}

const MAX_WORDS_BEFORE_TITLE = 40;

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function readSource({ lines, source }: Pick<Element, 'lines' | 'source'>): {
  source?: 'ocr' | 'vision';
  confidence?: number;
} {
  if (source !== undefined) return { source };
  if (lines.length === 0 || !lines.every((line) => line.hidden)) return {};
  const confidence = meanConfidence(lines);
  return { source: 'ocr', ...(confidence === undefined ? {} : { confidence }) };
}

function addElement(builder: DocumentBuilder, element: Element, body: BodyStyle): string {
  const first = element.parts[0]!.page.number;
  const last = element.parts.at(-1)!.page.number;
  const { lines } = element;
  const size = lines[0] === undefined ? undefined : Math.round((lines[0].size / body.size) * 100) / 100;
  const bold = lines.length > 0 && lines.every((line) => line.bold);
  const italic = lines.length > 0 && lines.every((line) => line.italic);
  const block = builder.addBlock({
    type: element.type,
    ...(element.table ? { table: element.table } : { text: finishText(element.text) }),
    ...(element.image ? { image: element.image } : {}),
    ...(element.level === undefined ? {} : { level: element.level }),
    ...(element.marker === undefined ? {} : { marker: element.marker }),
    page: first,
    ...(last === first ? {} : { pageEnd: last }),
    boxes: element.parts.map(({ page, box, direction }) =>
      toBox(unrotate(box, direction, page.width, page.height), page.number, page.width, page.height),
    ),
    ...(size === undefined
      ? {}
      : { style: { size, ...(bold ? { bold } : {}), ...(italic ? { italic } : {}) } }),
    ...readSource(element),
  });
  return block.id;
}
