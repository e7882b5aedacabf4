import { type Archive, openArchive } from '../../archive/read-archive.ts';
import { type Relationship, readRelationships } from '../../archive/relationships.ts';
import { childElements, findChild, parseXml, type XmlElement } from '../../archive/xml.ts';
import { createDocumentBuilder } from '../../document-builder.ts';
import { type FileInput, type ParsedDocument, UnreadableFileError } from '../../parsed-document.ts';
import { addCoreProperties } from '../core-properties.ts';
import { loadImages } from '../load-images.ts';
import { BodyReader } from './body.ts';
import { readNumberingPart } from './numbering.ts';
import { readStyles } from './styles.ts';

/** Reads a Word document: headings with their computed numbers, lists, tables, notes, text boxes, images. */
export async function readDocx(input: FileInput): Promise<ParsedDocument> {
  const archive = await openArchive(input.bytes);
  const mainPart = await findMainPart(archive);
  const relationships = await readRelationships(archive, mainPart);
  const body = findChild(parseXml((await archive.findText(mainPart)) ?? ''), 'w:body');
  if (!body) throw new UnreadableFileError('broken', 'no document body');
  const builder = createDocumentBuilder({ format: 'docx' });
  await addCoreProperties(builder, archive);
  const loadPart = async (type: string) => {
    const target = [...relationships.values()].find((relationship) => relationship.type === type)?.target;
    const xml = target === undefined ? undefined : await archive.findText(target);
    return xml === undefined ? undefined : parseXml(xml);
  };
  const runningTexts = await readRunningTexts(archive, relationships);
  for (const text of runningTexts.headers) builder.addBlock({ type: 'page_header', text });
  const reader = new BodyReader({
    builder,
    findStyle: readStyles(await loadPart('styles')),
    numbering: readNumberingPart(await loadPart('numbering')),
    notes: {
      footnote: readNotes(await loadPart('footnotes')),
      endnote: readNotes(await loadPart('endnotes')),
    },
    relationships,
    images: await loadImages(archive, relationships),
  });
  reader.readBody(body);
  for (const text of runningTexts.footers) builder.addBlock({ type: 'page_footer', text });
  return builder.build();
}

async function findMainPart(archive: Archive): Promise<string> {
  const roots = await readRelationships(archive, '');
  const target = [...roots.values()].find((relationship) => relationship.type === 'officeDocument')?.target;
  if (target !== undefined && archive.has(target)) return target;
  if (archive.has('word/document.xml')) return 'word/document.xml';
  throw new UnreadableFileError('broken', 'no main document part');
}

function readNotes(root: XmlElement | undefined): Map<string, XmlElement> {
  const notes = new Map<string, XmlElement>();
  for (const element of root ? childElements(root) : []) {
    const { 'w:id': id, 'w:type': type } = element.attributes;
    if (id !== undefined && (type === undefined || type === 'normal')) notes.set(id, element);
  }
  return notes;
}

async function readRunningTexts(archive: Archive, relationships: Map<string, Relationship>) {
  const texts = { headers: new Set<string>(), footers: new Set<string>() };
  for (const { type, target } of relationships.values()) {
    if (type !== 'header' && type !== 'footer') continue;
    const xml = await archive.findText(target);
    if (xml === undefined) continue;
    const text = childElements(parseXml(xml), 'w:p')
      .map(readPlainText)
      .filter((line) => line !== '')
      .join('\n');
    // A bare page number says nothing.
    if (/\p{L}/u.test(text)) texts[type === 'header' ? 'headers' : 'footers'].add(text);
  }
  return texts;
}

function readPlainText(element: XmlElement): string {
  let text = '';
  const visit = (node: XmlElement) => {
    for (const child of childElements(node)) {
      if (child.name === 'w:t') text += child.children.join('');
      else if (child.name === 'w:tab') text += ' ';
      else if (child.name !== 'mc:Fallback' && child.name !== 'w:del') visit(child);
    }
  };
  visit(element);
  return text.trim();
}
