import type { Archive } from '../archive/read-archive.ts';
import { childElements, parseXml, xmlText } from '../archive/xml.ts';
import type { DocumentBuilder } from '../document-builder.ts';

const METADATA_KEYS: Record<string, string> = {
  'dc:creator': 'author',
  'dc:subject': 'subject',
  'dc:description': 'description',
  'cp:keywords': 'keywords',
  'dcterms:created': 'created',
  'dcterms:modified': 'modified',
};

/** Takes title, language and metadata from the core properties of an Office Open XML container. */
export async function addCoreProperties(builder: DocumentBuilder, archive: Archive): Promise<void> {
  const xml = await archive.findText('docProps/core.xml');
  if (xml === undefined) return;
  for (const element of childElements(parseXml(xml))) {
    const text = xmlText(element).trim();
    const key = METADATA_KEYS[element.name];
    if (key) builder.setMetadata(key, text);
    else if (element.name === 'dc:title') builder.setTitle(text);
    else if (element.name === 'dc:language') builder.setLanguage(text);
  }
}
