import { type Archive, openArchive } from '../archive/read-archive.ts';
import { resolvePartName } from '../archive/relationships.ts';
import {
  childElements,
  findChild,
  findDescendants,
  findPath,
  parseXml,
  type XmlElement,
  xmlText,
} from '../archive/xml.ts';
import { createDocumentBuilder, type DocumentBuilder } from '../document-builder.ts';
import { imageMediaType } from '../office/load-images.ts';
import {
  type FileInput,
  type ParsedDocument,
  type ParseOptions,
  UnreadableFileError,
} from '../parsed-document.ts';
import { decodeText } from '../text/decode-text.ts';
import { addHtmlBlocks } from './html-blocks.ts';
import { findElement, parseHtml } from './html-tree.ts';

type ManifestItem = { path: string; mediaType: string; properties: string };

/** All pictures of a book together; beyond that only their descriptions are kept. */
const MAX_IMAGE_BYTES = 40 * 1024 * 1024;

/** Reads a book chapter by chapter in the order of its spine. */
export async function readEpub(input: FileInput, options: ParseOptions): Promise<ParsedDocument> {
  const archive = await openArchive(input.bytes);
  await requireUnprotected(archive);
  const packagePath = await findPackagePath(archive);
  const root = parseXml((await archive.findText(packagePath)) ?? '');
  const folder = packagePath.slice(0, packagePath.lastIndexOf('/') + 1);
  const manifest = readManifest(root, folder);
  const builder = createDocumentBuilder({ format: 'epub' });
  addMetadata(builder, findChild(root, 'metadata'));
  const titles = await readChapterTitles(archive, manifest);
  const images = await loadBookImages(archive, manifest);
  const spine = findChild(root, 'spine');
  const chapters = (spine ? childElements(spine, 'itemref') : []).flatMap(
    (element) => manifest.get(element.attributes.idref ?? '') ?? [],
  );
  for (const [index, chapter] of chapters.entries()) {
    const isText = /xhtml|html/.test(chapter.mediaType) && !chapter.properties.includes('nav');
    if (isText && archive.has(chapter.path)) {
      await addChapter(builder, archive, chapter, titles.get(chapter.path), images);
    }
    options.onProgress?.(index + 1, chapters.length);
  }
  return builder.build();
}

/** Fonts may be obfuscated; text that is encrypted means a protected book. */
async function requireUnprotected(archive: Archive): Promise<void> {
  const encryption = await archive.findText('META-INF/encryption.xml');
  if (encryption && /\.x?html?["']/i.test(encryption)) throw new UnreadableFileError('encrypted');
}

async function findPackagePath(archive: Archive): Promise<string> {
  const container = await archive.findText('META-INF/container.xml');
  const rootFile =
    container === undefined ? undefined : findPath(parseXml(container), 'rootfiles', 'rootfile');
  const path = rootFile?.attributes['full-path'] ?? archive.names.find((name) => name.endsWith('.opf'));
  if (path === undefined || !archive.has(path))
    throw new UnreadableFileError('broken', 'no package document');
  return path;
}

function readManifest(root: XmlElement, folder: string): Map<string, ManifestItem> {
  const manifest = new Map<string, ManifestItem>();
  const element = findChild(root, 'manifest');
  for (const { attributes } of element ? childElements(element, 'item') : []) {
    const { id, href, 'media-type': mediaType = '', properties = '' } = attributes;
    if (id !== undefined && href !== undefined) {
      manifest.set(id, { path: resolvePartName(folder, decodePath(href)), mediaType, properties });
    }
  }
  return manifest;
}

function decodePath(href: string): string {
  try {
    return decodeURIComponent(href.replace(/[#?].*$/, ''));
  } catch {
    return href;
  }
}

function addMetadata(builder: DocumentBuilder, metadata: XmlElement | undefined): void {
  const read = (name: string) => xmlText(findChild(metadata, name)).trim();
  builder.setTitle(read('dc:title'));
  builder.setLanguage(read('dc:language'));
  builder.setMetadata('author', read('dc:creator'));
  builder.setMetadata('publisher', read('dc:publisher'));
  builder.setMetadata('date', read('dc:date'));
  builder.setMetadata('subject', read('dc:subject'));
  builder.setMetadata('description', read('dc:description'));
}

/** Chapter titles by path, from the table of contents, for chapters whose page shows none. */
async function readChapterTitles(
  archive: Archive,
  manifest: Map<string, ManifestItem>,
): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  const contents = [...manifest.values()].find((item) => item.mediaType === 'application/x-dtbncx+xml');
  const xml = contents === undefined ? undefined : await archive.findText(contents.path);
  if (contents === undefined || xml === undefined) return titles;
  const folder = contents.path.slice(0, contents.path.lastIndexOf('/') + 1);
  for (const point of findDescendants(parseXml(xml), 'navPoint')) {
    const source = findChild(point, 'content')?.attributes.src;
    const label = xmlText(findPath(point, 'navLabel', 'text')).trim();
    const path = source === undefined ? undefined : resolvePartName(folder, decodePath(source));
    if (path !== undefined && label !== '' && !titles.has(path)) titles.set(path, label);
  }
  return titles;
}

async function loadBookImages(archive: Archive, manifest: Map<string, ManifestItem>) {
  const images = new Map<string, { bytes: Uint8Array; mediaType: string }>();
  let left = MAX_IMAGE_BYTES;
  for (const { path } of manifest.values()) {
    const mediaType = imageMediaType(path);
    if (mediaType === undefined || !archive.has(path)) continue;
    const bytes = await archive.readBytes(path);
    left -= bytes.length;
    if (left < 0) break;
    images.set(path, { bytes, mediaType });
  }
  return images;
}

async function addChapter(
  builder: DocumentBuilder,
  archive: Archive,
  chapter: ManifestItem,
  title: string | undefined,
  images: Map<string, { bytes: Uint8Array; mediaType: string }>,
): Promise<void> {
  const tree = parseHtml(decodeText(await archive.readBytes(chapter.path)).text);
  const folder = chapter.path.slice(0, chapter.path.lastIndexOf('/') + 1);
  const hasHeading = findElement(tree, ['h1', 'h2', 'h3']) !== undefined;
  if (!hasHeading) {
    builder.closeSections(1);
    if (title !== undefined) builder.addBlock({ type: 'heading', level: 1, text: title });
  }
  addHtmlBlocks(builder, tree, {
    findImage: (source) => images.get(resolvePartName(folder, decodePath(source))),
  });
}
