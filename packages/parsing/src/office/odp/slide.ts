import { childElements, findChild, type XmlElement } from '../../archive/xml.ts';
import type { DocumentBuilder } from '../../document-builder.ts';
import type { Box } from '../../parsed-document.ts';
import { OdtBodyReader, type OdtContext } from '../odt/body.ts';
import { type PageSize, readLength } from './page-size.ts';

type SlideContext = OdtContext & { page: number; size: PageSize };

/** Slide number and date say nothing that the page does not. */
const SKIPPED_CLASSES = new Set(['date-time', 'page-number', 'header', 'handout', 'page']);
const SKIPPED_ELEMENTS = new Set(['presentation:notes', 'office:forms', 'office:annotation', 'anim:par']);

/** Appends the blocks of one slide: its title first, the other shapes in the order they lie in. */
export function addSlide(slide: XmlElement, context: SlideContext): void {
  const shapes = listShapes(slide);
  const isTitle = (shape: XmlElement) => shape.attributes['presentation:class'] === 'title';
  for (const shape of shapes.filter(isTitle)) addTitle(shape, context);
  for (const shape of shapes) if (!isTitle(shape)) addShape(shape, context);
}

/** The lines of a text box, headings and lists as plain lines. */
export function readNotes(box: XmlElement | undefined): string {
  const lines: string[] = [];
  if (box) collectLines(box, lines);
  return lines.join('\n');
}

function listShapes(element: XmlElement): XmlElement[] {
  return childElements(element).flatMap((child) => {
    if (SKIPPED_ELEMENTS.has(child.name)) return [];
    return child.name === 'draw:g' || child.name === 'draw:a' ? listShapes(child) : [child];
  });
}

function addTitle(shape: XmlElement, context: SlideContext): void {
  const text = readNotes(findChild(shape, 'draw:text-box')).replaceAll('\n', ' ').trim();
  if (text === '') return;
  context.builder.addBlock({ type: 'heading', level: 2, text, ...findPlace(shape, context) });
}

function addShape(shape: XmlElement, context: SlideContext): void {
  const kind = shape.attributes['presentation:class'];
  if (kind !== undefined && SKIPPED_CLASSES.has(kind)) return;
  // An empty placeholder holds the words that ask for a text.
  if (shape.attributes['presentation:placeholder'] === 'true') return;
  const place = findPlace(shape, context);
  if (kind === 'footer') {
    const text = readNotes(findChild(shape, 'draw:text-box'));
    if (text !== '') context.builder.addBlock({ type: 'page_footer', text, ...place });
    return;
  }
  const reader = new OdtBodyReader({ ...context, builder: placeBlocks(context.builder, place) });
  const table = findChild(shape, 'table:table');
  if (table) reader.readFlow({ name: '', attributes: {}, children: [table] });
  else if (shape.name === 'draw:frame') reader.readFlow({ name: '', attributes: {}, children: [shape] });
  else reader.readFlow(shape);
}

/** The builder, all of whose blocks lie where the shape does. */
function placeBlocks(builder: DocumentBuilder, place: { page: number; boxes: Box[] }): DocumentBuilder {
  return { ...builder, addBlock: (block) => builder.addBlock({ ...block, ...place }) };
}

function findPlace(shape: XmlElement, { page, size }: SlideContext): { page: number; boxes: Box[] } {
  const x = readLength(shape.attributes['svg:x']);
  const y = readLength(shape.attributes['svg:y']);
  const width = readLength(shape.attributes['svg:width']);
  const height = readLength(shape.attributes['svg:height']);
  if (x === undefined || y === undefined || width === undefined || height === undefined)
    return { page, boxes: [] };
  const box = {
    page,
    x0: clamp(x / size.width),
    y0: clamp(y / size.height),
    x1: clamp((x + width) / size.width),
    y1: clamp((y + height) / size.height),
  };
  return { page, boxes: box.x0 < box.x1 && box.y0 < box.y1 ? [box] : [] };
}

function clamp(value: number): number {
  return Math.min(Math.max(value, 0), 1);
}

function collectLines(element: XmlElement, lines: string[]): void {
  for (const child of childElements(element)) {
    if (child.name !== 'text:p' && child.name !== 'text:h') collectLines(child, lines);
    else {
      const text = readLine(child).trim();
      if (text !== '') lines.push(text);
    }
  }
}

function readLine(element: XmlElement): string {
  return element.children
    .map((child) => {
      if (typeof child === 'string') return child.replace(/[ \t\r\n]+/g, ' ');
      if (child.name === 'text:s' || child.name === 'text:tab') return ' ';
      return child.name === 'text:line-break' ? '\n' : readLine(child);
    })
    .join('');
}
