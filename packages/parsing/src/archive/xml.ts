import { SaxesParser } from 'saxes';
import { UnreadableFileError } from '../parsed-document.ts';

/** A light XML tree: prefixed names, attributes as written, text nodes as strings. */
export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
};

export const MAX_DEPTH = 512;
const MAX_ELEMENTS = 4_000_000;

/**
 * Namespaces by the prefix our readers use for them. Files written by other tools may bind other
 * prefixes; names are rewritten to these.
 */
const PREFIX_BY_NAMESPACE: Record<string, string> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.openxmlformats.org/presentationml/2006/main': 'p',
  'http://purl.oclc.org/ooxml/presentationml/main': 'p',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  'http://schemas.openxmlformats.org/drawingml/2006/chart': 'c',
  'http://schemas.openxmlformats.org/drawingml/2006/diagram': 'dgm',
  'http://schemas.openxmlformats.org/drawingml/2006/picture': 'pic',
  'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing': 'wp',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.openxmlformats.org/package/2006/relationships': '',
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main': '',
  'http://purl.oclc.org/ooxml/spreadsheetml/main': '',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:oasis:names:tc:opendocument:xmlns:office:1.0': 'office',
  'urn:oasis:names:tc:opendocument:xmlns:text:1.0': 'text',
  'urn:oasis:names:tc:opendocument:xmlns:table:1.0': 'table',
  'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0': 'draw',
  'urn:oasis:names:tc:opendocument:xmlns:style:1.0': 'style',
  'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0': 'fo',
  'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0': 'svg',
  'urn:oasis:names:tc:opendocument:xmlns:presentation:1.0': 'presentation',
  'urn:oasis:names:tc:opendocument:xmlns:meta:1.0': 'meta',
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'http://www.idpf.org/2007/opf': '',
  'urn:oasis:names:tc:opendocument:xmlns:container': '',
  'http://www.daisy.org/z3986/2005/ncx/': '',
  'http://www.w3.org/1999/xhtml': '',
};

/**
 * Parses XML into a tree. Refuses declarations of entities ('forbidden_construct'), nesting beyond 512 ('too_deep') and damage ('broken').
 */
export function parseXml(xml: string): XmlElement {
  const parser = new SaxesParser({ position: false, xmlns: false as const });
  const root: XmlElement = { name: '', attributes: {}, children: [] };
  const stack: XmlElement[] = [root];
  const renames = new Map<string, string>();
  let elements = 0;
  refuseHostileXml(parser);
  parser.on('opentag', (tag) => {
    if (stack.length > MAX_DEPTH) throw new UnreadableFileError('too_deep', 'nested XML elements');
    if (++elements > MAX_ELEMENTS) throw new UnreadableFileError('too_large_unpacked', 'XML elements');
    learnPrefixes(tag.attributes, renames);
    const attributes = renames.size === 0 ? tag.attributes : renameAttributes(tag.attributes, renames);
    const element = { name: canonicalName(tag.name, renames), attributes, children: [] };
    stack.at(-1)!.children.push(element);
    stack.push(element);
  });
  parser.on('closetag', () => stack.pop());
  const addText = (text: string) => {
    if (stack.length > 1) stack.at(-1)!.children.push(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(xml.replace(/^\ufeff/, '')).close();
  const documentElement = root.children.find((child) => typeof child !== 'string');
  if (!documentElement) throw new UnreadableFileError('broken', 'no XML element');
  return documentElement;
}

/** A name alone declares nothing, and nothing is fetched; entities need a subset in brackets. Damage is 'broken'. */
export function refuseHostileXml(parser: SaxesParser): void {
  parser.on('doctype', (declaration) => {
    if (declaration.includes('['))
      throw new UnreadableFileError('forbidden_construct', 'document type declaration');
  });
  parser.on('error', (error) => {
    throw new UnreadableFileError('broken', error.message.slice(0, 200));
  });
}

/** Records bindings that differ from our prefixes. Scopes are ignored: no writer rebinds a prefix midway. */
export function learnPrefixes(attributes: Record<string, string>, renames: Map<string, string>): void {
  for (const name in attributes) {
    if (!name.startsWith('xmlns')) continue;
    const prefix = name.length === 5 ? '' : name.slice(6);
    const canonical = PREFIX_BY_NAMESPACE[attributes[name]!];
    if (canonical !== undefined && canonical !== prefix) renames.set(prefix, canonical);
  }
}

export function canonicalName(name: string, renames: Map<string, string>): string {
  if (renames.size === 0) return name;
  const colon = name.indexOf(':');
  const canonical = renames.get(colon < 0 ? '' : name.slice(0, colon));
  if (canonical === undefined) return name;
  const local = name.slice(colon + 1);
  return canonical === '' ? local : `${canonical}:${local}`;
}

export function renameAttributes(
  attributes: Record<string, string>,
  renames: Map<string, string>,
): Record<string, string> {
  const renamed: Record<string, string> = {};
  for (const name in attributes) {
    renamed[name.includes(':') ? canonicalName(name, renames) : name] = attributes[name]!;
  }
  return renamed;
}

/** Child elements, all or those of one name. */
export function childElements(element: XmlElement, name?: string): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

/** The first child element of that name. */
export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  for (const child of element?.children ?? [])
    if (typeof child !== 'string' && child.name === name) return child;
  return undefined;
}

/** The element at the end of a path of child names. */
export function findPath(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  let current = element;
  for (const name of names) current = findChild(current, name);
  return current;
}

/** All descendants of that name, in document order. */
export function findDescendants(element: XmlElement, name: string): XmlElement[] {
  const found: XmlElement[] = [];
  const visit = (node: XmlElement) => {
    for (const child of node.children) {
      if (typeof child === 'string') continue;
      if (child.name === name) found.push(child);
      visit(child);
    }
  };
  visit(element);
  return found;
}

/** All text below an element. */
export function xmlText(element: XmlElement | undefined): string {
  if (!element) return '';
  return element.children.map((child) => (typeof child === 'string' ? child : xmlText(child))).join('');
}
