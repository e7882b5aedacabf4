import { type Archive, openArchive } from '../../archive/read-archive.ts';
import { type Relationship, readRelationships } from '../../archive/relationships.ts';
import {
  childElements,
  findChild,
  findDescendants,
  findPath,
  parseXml,
  type XmlElement,
} from '../../archive/xml.ts';
import { createDocumentBuilder, type DocumentBuilder } from '../../document-builder.ts';
import {
  type FileInput,
  type ParsedDocument,
  type ParseOptions,
  UnreadableFileError,
} from '../../parsed-document.ts';
import { addCoreProperties } from '../core-properties.ts';
import { loadImages } from '../load-images.ts';
import { type Frame, findPlaceholder, readPlaceholderFrames } from './geometry.ts';
import { addSlide } from './slide.ts';
import { readTextBody } from './text-body.ts';

const UNITS_PER_POINT = 12_700;
const DEFAULT_SIZE = { width: 9_144_000, height: 6_858_000 };
const MAX_SLIDES = 2_000;

/** Reads a presentation: a slide is a page, with its title, texts, tables, charts, pictures and notes. */
export async function readPptx(input: FileInput, options: ParseOptions): Promise<ParsedDocument> {
  const archive = await openArchive(input.bytes);
  const mainPart = await findMainPart(archive);
  const presentation = parseXml((await archive.findText(mainPart)) ?? '');
  const relationships = await readRelationships(archive, mainPart);
  const builder = createDocumentBuilder({ format: 'pptx' });
  await addCoreProperties(builder, archive);
  const size = readSlideSize(presentation);
  const ids = findChild(presentation, 'p:sldIdLst');
  const targets = (ids ? childElements(ids, 'p:sldId') : []).flatMap(
    (element) => relationships.get(element.attributes['r:id'] ?? '')?.target ?? [],
  );
  if (targets.length > MAX_SLIDES) throw new UnreadableFileError('too_many_pages', String(targets.length));
  const layouts = new Map<string, Map<string, Frame>>();
  for (const [index, target] of targets.entries()) {
    const page = index + 1;
    builder.addPage({
      number: page,
      width: size.width / UNITS_PER_POINT,
      height: size.height / UNITS_PER_POINT,
    });
    if (isWanted(page, options)) await readSlide({ archive, builder, target, page, size, layouts });
    options.onProgress?.(page, targets.length);
  }
  return builder.build();
}

function isWanted(page: number, options: ParseOptions): boolean {
  const ranges = options.pages ?? [];
  return ranges.length === 0 || ranges.some(({ from, to }) => page >= from && page < to);
}

async function findMainPart(archive: Archive): Promise<string> {
  const roots = await readRelationships(archive, '');
  const target = [...roots.values()].find((relationship) => relationship.type === 'officeDocument')?.target;
  if (target !== undefined && archive.has(target)) return target;
  if (archive.has('ppt/presentation.xml')) return 'ppt/presentation.xml';
  throw new UnreadableFileError('broken', 'no presentation part');
}

function readSlideSize(presentation: XmlElement): { width: number; height: number } {
  const { cx, cy } = findChild(presentation, 'p:sldSz')?.attributes ?? {};
  const size = { width: Number(cx), height: Number(cy) };
  return size.width > 0 && size.height > 0 ? size : DEFAULT_SIZE;
}

type SlideTask = {
  archive: Archive;
  builder: DocumentBuilder;
  target: string;
  page: number;
  size: { width: number; height: number };
  layouts: Map<string, Map<string, Frame>>;
};

async function readSlide(task: SlideTask): Promise<void> {
  const { archive, builder, target, page, size } = task;
  const xml = await archive.findText(target);
  const tree = xml === undefined ? undefined : findPath(parseXml(xml), 'p:cSld', 'p:spTree');
  if (!tree) {
    builder.addWarning({ code: 'page_unreadable', page });
    return;
  }
  // A slide without a title does not belong to the one before it.
  builder.closeSections(2);
  const relationships = await readRelationships(archive, target);
  addSlide(tree, {
    builder,
    page,
    size,
    relationships,
    images: await loadImages(archive, relationships),
    parts: await loadParts(archive, relationships),
    placeholderFrames: await findPlaceholderFrames(task, relationships),
  });
  await addNotes(task, relationships);
}

async function loadParts(
  archive: Archive,
  relationships: Map<string, Relationship>,
): Promise<Map<string, XmlElement>> {
  const parts = new Map<string, XmlElement>();
  for (const { id, type, target } of relationships.values()) {
    if (type !== 'chart' && type !== 'diagramData') continue;
    const xml = await archive.findText(target);
    if (xml !== undefined) parts.set(id, parseXml(xml));
  }
  return parts;
}

/** Frames of the slide's layout, those of its master where the layout has none. */
async function findPlaceholderFrames(
  task: SlideTask,
  relationships: Map<string, Relationship>,
): Promise<Map<string, Frame>> {
  const layout = findTarget(relationships, 'slideLayout');
  if (layout === undefined) return new Map();
  const known = task.layouts.get(layout);
  if (known) return known;
  const master = findTarget(await readRelationships(task.archive, layout), 'slideMaster');
  const frames = new Map<string, Frame>();
  for (const part of [master, layout]) {
    const xml = part === undefined ? undefined : await task.archive.findText(part);
    if (xml !== undefined)
      for (const [key, frame] of readPlaceholderFrames(parseXml(xml))) frames.set(key, frame);
  }
  task.layouts.set(layout, frames);
  return frames;
}

function findTarget(relationships: Map<string, Relationship>, type: string): string | undefined {
  return [...relationships.values()].find((relationship) => relationship.type === type)?.target;
}

async function addNotes(task: SlideTask, relationships: Map<string, Relationship>): Promise<void> {
  const target = findTarget(relationships, 'notesSlide');
  const xml = target === undefined ? undefined : await task.archive.findText(target);
  if (xml === undefined) return;
  const root = parseXml(xml);
  const bodies = findDescendants(root, 'p:sp').map((shape) => {
    const placeholder = findPlaceholder(shape);
    // Else the number, the date, or a line that stands on every page of notes.
    const isNote = !placeholder || placeholder.attributes.type === 'body';
    return isNote ? findChild(shape, 'p:txBody') : undefined;
  });
  const cells = findDescendants(root, 'a:tc').map((cell) => findChild(cell, 'a:txBody'));
  for (const body of [...bodies, ...cells]) {
    const text = body
      ? readTextBody(body, false)
          .map((paragraph) => paragraph.text)
          .join('\n')
      : '';
    if (text !== '') task.builder.addBlock({ type: 'slide_notes', text, page: task.page });
  }
}
