import { type Archive, openArchive } from '../../archive/read-archive.ts';
import { childElements, findChild, findPath, parseXml, type XmlElement, xmlText } from '../../archive/xml.ts';
import { createDocumentBuilder, type DocumentBuilder } from '../../document-builder.ts';
import { type FileInput, type ParsedDocument, UnreadableFileError } from '../../parsed-document.ts';
import { imageMediaType } from '../load-images.ts';
import { OdtBodyReader } from './body.ts';
import { readOdtStyles } from './styles.ts';

/** Reads an OpenDocument text: headings with outline numbers, lists, tables, notes, pictures. */
export async function readOdt(input: FileInput): Promise<ParsedDocument> {
  const archive = await openArchive(input.bytes);
  const manifest = await archive.findText('META-INF/manifest.xml');
  if (manifest?.includes('encryption-data')) throw new UnreadableFileError('encrypted');
  const xml = await archive.findText('content.xml');
  if (xml === undefined) throw new UnreadableFileError('broken', 'content.xml is missing');
  const content = parseXml(xml);
  const text = findPath(content, 'office:body', 'office:text');
  if (!text) throw new UnreadableFileError('broken', 'no text body');
  const builder = createDocumentBuilder({ format: 'odt' });
  await addMeta(builder, archive);
  const stylesXml = await archive.findText('styles.xml');
  const styles = readOdtStyles([...(stylesXml === undefined ? [] : [parseXml(stylesXml)]), content]);
  new OdtBodyReader({ builder, styles, images: await loadPictures(archive) }).readFlow(text);
  return builder.build();
}

async function addMeta(builder: DocumentBuilder, archive: Archive): Promise<void> {
  const xml = await archive.findText('meta.xml');
  const meta: XmlElement | undefined =
    xml === undefined ? undefined : findChild(parseXml(xml), 'office:meta');
  for (const element of meta ? childElements(meta) : []) {
    const value = xmlText(element).trim();
    if (element.name === 'dc:title') builder.setTitle(value);
    else if (element.name === 'dc:language') builder.setLanguage(value);
    else if (element.name === 'dc:creator' || element.name === 'meta:initial-creator')
      builder.setMetadata('author', value);
    else if (element.name === 'dc:subject') builder.setMetadata('subject', value);
    else if (element.name === 'dc:description') builder.setMetadata('description', value);
    else if (element.name === 'dc:date') builder.setMetadata('modified', value);
  }
}

const MAX_PICTURE_BYTES = 40 * 1024 * 1024;

async function loadPictures(archive: Archive) {
  const pictures = new Map<string, { bytes: Uint8Array; mediaType: string }>();
  let left = MAX_PICTURE_BYTES;
  for (const name of archive.names) {
    const mediaType = imageMediaType(name);
    if (!name.startsWith('Pictures/') || mediaType === undefined) continue;
    const bytes = await archive.readBytes(name);
    left -= bytes.length;
    if (left < 0) break;
    pictures.set(name, { bytes, mediaType });
  }
  return pictures;
}
