import type { Relationship } from '../../archive/relationships.ts';
import {
  childElements,
  findChild,
  findDescendants,
  findPath,
  type XmlElement,
  xmlText,
} from '../../archive/xml.ts';
import type { BlockInput, DocumentBuilder } from '../../document-builder.ts';
import type { Box } from '../../parsed-document.ts';
import { withMarks } from '../../text-marks.ts';
import type { LoadedImages } from '../load-images.ts';
import { readPictureAlt } from '../picture-alt.ts';
import {
  type Frame,
  findPlaceholder,
  IDENTITY,
  placeholderKeys,
  readFrame,
  readGroupTransform,
  type Transform,
  toBox,
} from './geometry.ts';
import { readChart, readSlideTable } from './table-and-chart.ts';
import { readTextBody, type SlideParagraph } from './text-body.ts';

/** What a slide refers to, loaded beforehand. */
export type SlideContext = {
  builder: DocumentBuilder;
  page: number;
  size: { width: number; height: number };
  relationships: Map<string, Relationship>;
  images: LoadedImages;
  /** Charts and diagrams by relationship id. */
  parts: Map<string, XmlElement>;
  placeholderFrames: Map<string, Frame>;
};

const TITLE_TYPES = new Set(['title', 'ctrTitle']);
/** Slide number and date say nothing that the page does not. */
const SKIPPED_TYPES = new Set(['sldNum', 'dt']);
const BULLET_TYPES = new Set<string | undefined>([undefined, 'body', 'obj']);

/** Appends the blocks of one slide: its title first, the other shapes in the order they lie in. */
export function addSlide(tree: XmlElement, context: SlideContext): void {
  const shapes = collectShapes(tree, IDENTITY);
  const isTitle = ({ shape }: PlacedShape) => TITLE_TYPES.has(findPlaceholder(shape)?.attributes.type ?? '');
  for (const placed of [...shapes.filter(isTitle), ...shapes.filter((placed) => !isTitle(placed))]) {
    addShape(placed, context);
  }
}

type PlacedShape = { shape: XmlElement; transform: Transform };

function collectShapes(tree: XmlElement, transform: Transform): PlacedShape[] {
  return childElements(tree).flatMap((child): PlacedShape[] => {
    if (child.name === 'p:grpSp') return collectShapes(child, readGroupTransform(child, transform));
    if (child.name === 'mc:AlternateContent') {
      const chosen = findChild(child, 'mc:Choice') ?? findChild(child, 'mc:Fallback');
      return chosen ? collectShapes(chosen, transform) : [];
    }
    return child.name === 'p:sp' || child.name === 'p:pic' || child.name === 'p:graphicFrame'
      ? [{ shape: child, transform }]
      : [];
  });
}

function addShape({ shape, transform }: PlacedShape, context: SlideContext): void {
  const placeholder = findPlaceholder(shape);
  const type = placeholder?.attributes.type;
  if (type !== undefined && SKIPPED_TYPES.has(type)) return;
  const frame = findFrame(shape, placeholder, transform, context);
  const box = frame ? toBox(frame, context.page, context.size) : undefined;
  if (shape.name === 'p:pic') addPicture(shape, box, context);
  else if (shape.name === 'p:graphicFrame') addGraphic(shape, box, context);
  else {
    const body = findChild(shape, 'p:txBody');
    if (!body) return;
    // Body placeholders carry bullets from the master slide unless they hold a single sentence.
    const inBody = placeholder !== undefined && BULLET_TYPES.has(type);
    const single = readTextBody(body, false).length < 2;
    addParagraphs(readTextBody(body, inBody && !single), type, box, context);
  }
}

function findFrame(
  shape: XmlElement,
  placeholder: XmlElement | undefined,
  transform: Transform,
  context: SlideContext,
): Frame | undefined {
  const own = readFrame(findPath(shape, 'p:spPr', 'a:xfrm') ?? findChild(shape, 'p:xfrm'));
  if (own) return transform(own);
  for (const key of placeholder ? placeholderKeys(placeholder) : []) {
    const inherited = context.placeholderFrames.get(key);
    if (inherited) return inherited;
  }
  return undefined;
}

function addParagraphs(
  paragraphs: SlideParagraph[],
  type: string | undefined,
  box: Box | undefined,
  context: SlideContext,
): void {
  const { builder, page } = context;
  if (type !== undefined && TITLE_TYPES.has(type)) {
    const text = paragraphs.map((paragraph) => paragraph.text).join(' ');
    if (text !== '') {
      // The first slide may name the whole; a later one of its kind names itself, as "Questions?" does.
      const level = type === 'ctrTitle' && page === 1 ? 1 : 2;
      builder.addBlock({ type: 'heading', level, text, page, boxes: box ? [box] : [] });
    }
    return;
  }
  const boxes = splitBox(box, paragraphs);
  paragraphs.forEach((paragraph, index) => {
    const { text, level, marker } = paragraph;
    const href = findLink(paragraph.linkId, context);
    const marks = paragraph.marks.map(({ href: linkId, ...mark }) => {
      const target = findLink(linkId, context);
      return target === undefined ? mark : { ...mark, href: target };
    });
    const shared = {
      text,
      ...withMarks(marks),
      page,
      boxes: boxes[index] ? [boxes[index]] : [],
      ...(href ? { href } : {}),
    };
    const block: BlockInput =
      type === 'ftr'
        ? { ...shared, type: 'page_footer' }
        : marker === undefined
          ? { ...shared, type: 'paragraph' }
          : { ...shared, type: 'list_item', level, marker };
    builder.addBlock(block);
  });
}

function findLink(linkId: string | undefined, context: SlideContext): string | undefined {
  const target = context.relationships.get(linkId ?? '');
  return target?.isExternal && /^https?:|^mailto:/i.test(target.target) ? target.target : undefined;
}

/** Shares a shape's height among its paragraphs by their length, a line holding about 60 characters. */
function splitBox(box: Box | undefined, paragraphs: readonly SlideParagraph[]): Box[] {
  if (!box) return [];
  const lines = paragraphs.map(({ text }) => 1 + Math.floor(text.length / 60));
  const total = lines.reduce((sum, count) => sum + count, 0);
  let used = 0;
  return lines.map((count) => {
    const y0 = box.y0 + ((box.y1 - box.y0) * used) / total;
    used += count;
    return { ...box, y0, y1: box.y0 + ((box.y1 - box.y0) * used) / total };
  });
}

function addPicture(shape: XmlElement, box: Box | undefined, context: SlideContext): void {
  const id = findDescendants(shape, 'a:blip')[0]?.attributes['r:embed'];
  const image = context.images.get(id ?? '');
  const alt = readPictureAlt(findPath(shape, 'p:nvPicPr', 'p:cNvPr')?.attributes.descr);
  if (!image && alt === '') return;
  context.builder.addBlock({
    type: 'image',
    text: alt,
    image: { ...image, alt },
    page: context.page,
    boxes: box ? [box] : [],
  });
}

function addGraphic(shape: XmlElement, box: Box | undefined, context: SlideContext): void {
  const { builder, page, parts } = context;
  const place = { page, boxes: box ? [box] : [] };
  const data = findPath(shape, 'a:graphic', 'a:graphicData');
  if (!data) return;
  const tableElement = findChild(data, 'a:tbl');
  const chart = parts.get(findChild(data, 'c:chart')?.attributes['r:id'] ?? '');
  const diagram = parts.get(findChild(data, 'dgm:relIds')?.attributes['r:dm'] ?? '');
  const table = tableElement ? readSlideTable(tableElement) : chart ? readChart(chart) : undefined;
  if (table?.rows.some((cells) => cells.some((cell) => cell.text !== ''))) {
    builder.addBlock({ type: 'table', table, ...place });
  }
  for (const point of diagram ? findDescendants(diagram, 'dgm:pt') : []) {
    const text = findDescendants(point, 'a:t').map(xmlText).join('').trim();
    if (text !== '') builder.addBlock({ type: 'list_item', level: 1, marker: '•', text, ...place });
  }
}
