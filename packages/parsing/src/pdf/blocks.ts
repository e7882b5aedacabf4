import type { DocumentBuilder } from '../document-builder.ts';
import { joinAcrossBreaks } from './continuation.ts';
import type { DocumentInfo } from './document-info.ts';
import { buildElements, type Element } from './elements.ts';
import { assignLevels, type BodyStyle, findBodyStyle, markBookmarkedHeadings } from './headings.ts';
import type { Bookmark } from './outline.ts';
import type { PageDraft } from './page-draft.ts';
import { toBox, turnBack } from './page-geometry.ts';
import { markRunningLines } from './running-lines.ts';
import { finishText, type Vocabulary } from './text-joining.ts';

/** Decides, knowing all pages, what every part is, and hands the blocks to the builder in reading order. */
export function addBlocks(
  builder: DocumentBuilder,
  drafts: readonly PageDraft[],
  bookmarks: readonly Bookmark[],
  info: DocumentInfo,
): void {
  markRunningLines(drafts);
  markBookmarkedHeadings(drafts, bookmarks);
  const body = findBodyStyle(drafts);
  const vocabulary = collectVocabulary(drafts);
  const elements = joinAcrossBreaks(
    drafts.flatMap((draft) => buildElements(draft, body, vocabulary)),
    vocabulary,
  );
  setLevels(elements);
  for (const { number, width, height, label } of drafts) {
    builder.addPage({ number, width, height, ...(label === undefined ? {} : { label }) });
  }
  if (info.title === undefined) builder.setTitle(findTitle(elements, body));
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

function headingKey(page: number, text: string): string {
  return `${page} ${text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')}`;
}

/** Words that stand whole inside lines, and compounds with their hyphen. */
function collectVocabulary(drafts: readonly PageDraft[]): Vocabulary {
  const words = new Set<string>();
  for (const draft of drafts) {
    for (const item of draft.items) {
      if (item.kind !== 'line') continue;
      for (const word of item.text.split(' ').slice(0, -1)) {
        if (word.length > 4) words.add(word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '').toLowerCase());
      }
    }
  }
  return words;
}

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

/** The largest heading of the first page that has one. */
function findTitle(elements: readonly Element[], body: BodyStyle): string | undefined {
  const headings = elements.filter(
    (element) => element.type === 'heading' && element.parts[0]!.page.number <= 2,
  );
  const largest = headings.toSorted((a, b) => b.lines[0]!.size - a.lines[0]!.size)[0];
  return largest !== undefined && largest.lines[0]!.size >= 1.2 * body.size ? largest.text : undefined;
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
      toBox(turnBack(box, direction, page.width, page.height), page.number, page.width, page.height),
    ),
    ...(size === undefined
      ? {}
      : { style: { size, ...(bold ? { bold } : {}), ...(italic ? { italic } : {}) } }),
    ...(lines.length > 0 && lines.every((line) => line.hidden) ? { source: 'ocr' as const } : {}),
  });
  return block.id;
}
