import { type Archive, openArchive } from '../../archive/read-archive.ts';
import { childElements, findChild, parseXml, type XmlElement, xmlText } from '../../archive/xml.ts';
import { createDocumentBuilder, type DocumentBuilder } from '../../document-builder.ts';
import { UnreadableFileError } from '../../parsed-document.ts';
import { imageMediaType } from '../load-images.ts';
import type { OdtContext } from './body.ts';
import { readOdtStyles } from './styles.ts';

/** An opened OpenDocument file of any kind, its metadata already with the builder. */
export type OdfPackage = {
  builder: DocumentBuilder;
  /** Roots of `content.xml` and, where there is one, `styles.xml`. */
  content: XmlElement;
  stylesRoot: XmlElement | undefined;
} & Pick<OdtContext, 'styles' | 'images'>;

/** Throws 'encrypted' or 'broken'. */
export async function openOdfPackage(bytes: Uint8Array, format: string): Promise<OdfPackage> {
  const { archive, builder } = await beginOdf(bytes, format);
  const content = parseXml((await archive.findText('content.xml')) ?? '');
  const stylesXml = await archive.findText('styles.xml');
  const stylesRoot = stylesXml === undefined ? undefined : parseXml(stylesXml);
  const styles = readOdtStyles([...(stylesRoot === undefined ? [] : [stylesRoot]), content]);
  return { builder, content, stylesRoot, styles, images: await loadPictures(archive) };
}

/** The container with a document begun from its metadata; its content is there, but not read. Throws as `openOdfPackage`. */
export async function beginOdf(
  bytes: Uint8Array,
  format: string,
): Promise<{ archive: Archive; builder: DocumentBuilder }> {
  const archive = await openArchive(bytes);
  const manifest = await archive.findText('META-INF/manifest.xml');
  if (manifest?.includes('encryption-data')) throw new UnreadableFileError('encrypted');
  if (!archive.has('content.xml')) throw new UnreadableFileError('broken', 'content.xml is missing');
  const builder = createDocumentBuilder({ format });
  await addMeta(builder, archive);
  return { archive, builder };
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
