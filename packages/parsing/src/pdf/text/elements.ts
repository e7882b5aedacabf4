import type { BlockType } from '../../parsed-document.ts';
import type { Line, PageDraft } from '../page/page-draft.ts';
import type { Rectangle } from '../page/page-geometry.ts';
import { buildMarkdownElements } from '../recognised/markdown-elements.ts';
import { attachCaptions } from './captions.ts';
import { demoteHeadings } from './demote-headings.ts';
import type { Element } from './element.ts';
import { type BodyStyle, findHeadingStyle, type HeadingStyle } from './headings.ts';
import { findListMarker, type MarkedText } from './list-markers.ts';
import { buildParagraphs, type Paragraph, paragraphText } from './paragraphs.ts';
import type { Vocabulary } from './text-joining.ts';

/** Comparing every element with every other stays cheap up to here. */
const MAX_COMPARED_ELEMENTS = 1500;
const FOOTNOTE_MARK = /^(?:\(?\d{1,3}[).]?|[*∗†‡§¶]+|\[\d{1,3}\]|[①-⑳])\s?\S/u;

/** Decides what every part of a page is. Running headers come first and footers last. */
export function buildElements(page: PageDraft, body: BodyStyle, vocabulary: Vocabulary): Element[] {
  const headers: Element[] = [];
  const footers: Element[] = [];
  const elements: Element[] = [];
  let lines: Line[] = [];
  const flush = () => {
    for (const paragraph of buildParagraphs(lines))
      elements.push(readParagraph(page, paragraph, body, vocabulary));
    lines = [];
  };
  for (const item of page.items) {
    if (item.kind === 'line') {
      if (item.running) {
        const list = item.running === 'page_header' ? headers : footers;
        list.push(createElement(page, item.running, item.text, [item], item));
      } else lines.push(item);
      continue;
    }
    flush();
    if (item.kind === 'table')
      elements.push({ ...createElement(page, 'table', '', [], item), table: item.table });
    else if (item.kind === 'formula')
      elements.push({
        ...createElement(page, 'formula', item.text, [], item),
        ...(item.image === undefined ? {} : { image: item.image }),
      });
    else
      elements.push({ ...createElement(page, 'image', item.image.alt ?? '', [], item), image: item.image });
  }
  flush();
  if (page.written) return [...elements, ...buildMarkdownElements(page, page.written)];
  if (elements.length > MAX_COMPARED_ELEMENTS) return [...headers, ...elements, ...footers];
  promoteOverSmallText(elements, body);
  demoteHeadings(elements);
  markFootnotes(elements, page, body);
  return [...headers, ...attachCaptions(liftStored(elements)), ...footers];
}

/** Bold lines over text that is set smaller than most: notes, references, an abstract. */
function promoteOverSmallText(elements: readonly Element[], body: BodyStyle): void {
  for (const [index, element] of elements.entries()) {
    const next = elements[index + 1];
    const size = next?.lines[0]?.size;
    if (element.type !== 'paragraph' || next?.type !== 'paragraph' || size === undefined) continue;
    const { box } = element.parts[0]!;
    const below = next.parts[0]!.box;
    if (
      /^\p{Ll}/u.test(next.text) ||
      next.text.length < MIN_SMALL_TEXT ||
      size >= body.size ||
      next.lines[0]!.bold
    )
      continue;
    if (element.lines.length === 0 || !element.lines.every((line) => line.bold)) continue;
    if (below.y0 < box.y0 || Math.abs(below.x0 - box.x0) > MAX_HEADING_INDENT) continue;
    const { x0, y0, x1, y1 } = box;
    const style = findHeadingStyle({ lines: element.lines, x0, y0, x1, y1 }, element.text, { ...body, size });
    if (style) Object.assign(element, { type: 'heading', heading: { style } });
  }
}

/** Letters of the text below a heading at least. */
const MIN_SMALL_TEXT = 40;
/** Points by which a heading may stand beside the edge of its text. */
const MAX_HEADING_INDENT = 24;

/**
 * Some programs store a page's title or box after the text that it is above. Such an element is lifted
 * over all that lies below it in its own part of the page's width; anything next to it stays where it is.
 */
function liftStored(elements: readonly Element[]): Element[] {
  const ordered: Element[] = [];
  for (const element of elements) {
    const at = Math.min(findLift(ordered, element), findTopLift(ordered, element));
    ordered.splice(at, 0, element);
  }
  return ordered;
}

function findLift(ordered: readonly Element[], element: Element): number {
  const { box, direction } = element.parts[0]!;
  let at = ordered.length;
  while (at > 0) {
    const other = ordered[at - 1]!.parts[0]!;
    const overlap = Math.min(box.x1, other.box.x1) - Math.max(box.x0, other.box.x0);
    const narrower = Math.min(box.x1 - box.x0, other.box.x1 - other.box.x0);
    const below = other.direction === direction && other.box.y0 >= box.y1 - 2 && overlap > 0.3 * narrower;
    if (!below) break;
    at--;
  }
  return at;
}

/** A title or box across the middle of the page, with columns below it and nothing next to it. */
function findTopLift(ordered: readonly Element[], element: Element): number {
  const { box, direction, page } = element.parts[0]!;
  const stay = ordered.length;
  const across =
    box.x0 < 0.45 * page.width && box.x1 > 0.55 * page.width && box.x1 - box.x0 > 0.4 * page.width;
  if (!across || direction !== 0) return stay;
  const first = ordered.findIndex((other) => other.parts[0]!.box.y0 >= box.y1 - 2);
  if (first < 0) return stay;
  const clean = ordered.every((other, index) => {
    const place = other.parts[0]!;
    if (place.direction !== direction || other.type === 'image') return true;
    return index < first
      ? place.box.y1 <= box.y0 + 2
      : place.box.y0 >= box.y1 - 2 || place.box.y1 <= box.y0 + 2;
  });
  return clean ? first : stay;
}

function createElement(
  page: PageDraft,
  type: BlockType,
  text: string,
  lines: Line[],
  box: Rectangle & { direction: number },
): Element {
  const { x0, y0, x1, y1, direction } = box;
  return { type, text, lines, parts: [{ page, box: { x0, y0, x1, y1 }, direction }] };
}

function readParagraph(
  page: PageDraft,
  paragraph: Paragraph,
  body: BodyStyle,
  vocabulary: Vocabulary,
): Element {
  const { lines } = paragraph;
  const first = lines[0]!;
  const written = paragraphText(paragraph, vocabulary);
  const text = written.replace(/(?:\s?\.){5,}\s*/g, ' … ').trim();
  const place = {
    x0: paragraph.x0,
    y0: paragraph.y0,
    x1: paragraph.x1,
    y1: paragraph.y1,
    direction: first.direction,
  };
  const element = createElement(page, 'paragraph', text, lines, place);
  const style = findHeadingStyle(paragraph, written, body);
  if (first.heading) {
    const fallback = {
      size: Math.round(first.size * 2) / 2,
      weight: (first.bold ? 8 : 0) + (first.italic ? 0 : 2),
    };
    return { ...element, type: 'heading', heading: { style: style ?? fallback, known: first.heading.level } };
  }
  const marked = findListMarker(text);
  if (style && !marked?.bullet && !(marked && isItemText(marked, style, body)))
    return { ...element, type: 'heading', heading: { style } };
  if (lines.length >= 2 && lines.every((line) => line.fixedPitch)) {
    return { ...element, type: 'code', text: layOutCode(lines) };
  }
  if (marked) return { ...element, type: 'list_item', marker: marked.marker, text: marked.text };
  return element;
}

/** What follows a letter or number in brackets and goes on like a sentence is an item, even in bold. */
function isItemText({ marker, text }: MarkedText, style: HeadingStyle, body: BodyStyle): boolean {
  if (!/[)）]$/.test(marker) || style.size >= 1.15 * body.size) return false;
  return /^\p{Ll}/u.test(text) || text.split(/\s+/).length > 10;
}

/** Lines of code keep their breaks and their indents, as far as glyph widths tell them. */
function layOutCode(lines: readonly Line[]): string {
  const left = Math.min(...lines.map((line) => line.x0));
  return lines
    .map((line) => {
      const glyph = (line.x1 - line.x0) / Math.max(1, line.text.length);
      return ' '.repeat(Math.max(0, Math.round((line.x0 - left) / Math.max(1, glyph)))) + line.text;
    })
    .join('\n');
}

/** Footnotes are small, start with a mark, and have no running text below them in their column. */
function markFootnotes(elements: Element[], page: PageDraft, body: BodyStyle): void {
  for (const element of elements) {
    const line = element.lines[0];
    if (!line || (element.type !== 'paragraph' && element.type !== 'list_item')) continue;
    const box = element.parts[0]!.box;
    if (line.size > 0.93 * body.size || box.y0 < 0.4 * page.height || line.direction !== body.direction)
      continue;
    const text = element.marker ? `${element.marker} ${element.text}` : element.text;
    if (!FOOTNOTE_MARK.test(text)) continue;
    const runsOn = elements.some((other) => {
      const below = other.parts[0]!.box;
      const size = other.lines[0]?.size ?? 0;
      return (
        other !== element &&
        below.y0 > box.y1 - 1 &&
        below.x0 < box.x1 &&
        below.x1 > box.x0 &&
        (size > 0.95 * body.size || other.table !== undefined)
      );
    });
    if (runsOn) continue;
    element.type = 'footnote';
    element.text = text;
    delete element.marker;
  }
}
