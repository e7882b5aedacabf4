import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { SaxesParser } from 'saxes';

/** An element of XML or HTML, reduced to what is read of them. */
export type Element = { name: string; attributes: Record<string, string>; children: (Element | string)[] };

/** Throws where the text is no XML. */
export function readXml(text: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  for (const event of ['text', 'cdata'] as const)
    parser.on(event, (words) => open.at(-1)?.children.push(words));
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text).close();
  return root;
}

export function readHtml(text: string): Element {
  return convert(parse(text) as DefaultTreeAdapterTypes.ParentNode);
}

function convert(node: DefaultTreeAdapterTypes.ParentNode): Element {
  const element = node as DefaultTreeAdapterTypes.Element;
  return {
    name: element.tagName ?? '',
    attributes: Object.fromEntries((element.attrs ?? []).map(({ name, value }) => [name, value])),
    children: node.childNodes.flatMap((child): (Element | string)[] => {
      if ('value' in child) return [child.value];
      return 'childNodes' in child ? [convert(child)] : [];
    }),
  };
}

/** Every element below that fits, in the order of the text. */
export function findAll(element: Element, fits: (element: Element) => boolean): Element[] {
  return element.children.flatMap((child) =>
    typeof child === 'string' ? [] : [...(fits(child) ? [child] : []), ...findAll(child, fits)],
  );
}

export const byName = (name: string) => (element: Element) => element.name === name;
export const byClass = (name: string) => (element: Element) =>
  (element.attributes.class ?? '').split(/\s+/).includes(name);

const silent = new Set(['script', 'style', 'noscript', 'template', 'head', 'svg']);
const blocks =
  /^(?:address|article|aside|blockquote|br|dd|div|dl|dt|fieldset|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|td|th|tr|ul)$/;

/** The words of an element; blocks begin on lines of their own. */
export function wordsOf(element: Element | undefined): string {
  if (!element) return '';
  return collect(element)
    .replace(/[ \t\r\f\u00a0]+/g, ' ')
    .replace(/ *\n[ \n]*/g, '\n')
    .trim();
}

function collect({ name, children }: Element): string {
  if (silent.has(name)) return '';
  const words = children
    .map((child) => (typeof child === 'string' ? child.replace(/\s+/g, ' ') : collect(child)))
    .join('');
  return blocks.test(name) ? `\n${words}\n` : words;
}

/** The words of a text with a few tags and entities in it. */
export const withoutTags = (text: string) => wordsOf(readHtml(text)).replaceAll('\n', ' ');
