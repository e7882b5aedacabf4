import { childElements, findChild, findDescendants, findPath, type XmlElement } from '../../archive/xml.ts';
import type { DocumentBuilder } from '../../document-builder.ts';
import {
  type FileInput,
  type ParsedDocument,
  type ParseOptions,
  UnreadableFileError,
} from '../../parsed-document.ts';
import { type OdfPackage, openOdfPackage } from '../odt/package.ts';
import { findPageSize, type PageSize } from './page-size.ts';
import { addSlide, readNotes } from './slide.ts';

const MAX_SLIDES = 2_000;
const POINTS_PER_INCH = 72;

/** Reads an OpenDocument presentation: a slide is a page, with its title, texts, tables, pictures and notes. */
export async function readOdp(input: FileInput, options: ParseOptions): Promise<ParsedDocument> {
  const odf = await openOdfPackage(input.bytes, 'odp');
  const { builder, content } = odf;
  const presentation = findPath(content, 'office:body', 'office:presentation');
  if (!presentation) throw new UnreadableFileError('broken', 'no presentation body');
  const slides = childElements(presentation, 'draw:page');
  if (slides.length > MAX_SLIDES) throw new UnreadableFileError('too_many_pages', String(slides.length));
  for (const [index, slide] of slides.entries()) {
    const page = index + 1;
    const size = findPageSize(odf.stylesRoot, slide.attributes['draw:master-page-name']);
    builder.addPage({
      number: page,
      width: size.width * POINTS_PER_INCH,
      height: size.height * POINTS_PER_INCH,
    });
    if (isWanted(page, options)) readSlide(odf, slide, { page, size });
    options.onProgress?.(page, slides.length);
  }
  return builder.build();
}

function isWanted(page: number, options: ParseOptions): boolean {
  const ranges = options.pages ?? [];
  return ranges.length === 0 || ranges.some(({ from, to }) => page >= from && page < to);
}

function readSlide(odf: OdfPackage, slide: XmlElement, place: { page: number; size: PageSize }): void {
  // A slide without a title does not belong to the one before it.
  odf.builder.closeSections(2);
  addSlide(slide, { ...odf, ...place });
  for (const notes of findDescendants(slide, 'presentation:notes')) addNotes(odf.builder, notes, place.page);
}

function addNotes(builder: DocumentBuilder, notes: XmlElement, page: number): void {
  const frames = childElements(notes, 'draw:frame').filter(
    (frame) => frame.attributes['presentation:class'] === 'notes',
  );
  const text = frames
    .map((frame) => readNotes(findChild(frame, 'draw:text-box')))
    .filter((part) => part !== '')
    .join('\n');
  if (text !== '') builder.addBlock({ type: 'slide_notes', text, page });
}
