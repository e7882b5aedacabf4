import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import { UnreadableFileError } from '../parsed-document.ts';

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;
export type HtmlElement = DefaultTreeAdapterTypes.Element;

/** Deeper pages are hostile: the tree builders behind parse5 take minutes on them. */
const MAX_DEPTH = 512;
const MAX_ELEMENTS = 2_000_000;

/** Parses HTML with a bound on nesting that applies while the tree grows. Throws 'too_deep'. */
export function parseHtml(html: string): DefaultTreeAdapterTypes.Document {
  let depth = 0;
  let elements = 0;
  return parse(html, {
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      onItemPush: () => {
        if (++depth > MAX_DEPTH) throw new UnreadableFileError('too_deep', 'nested HTML elements');
        if (++elements > MAX_ELEMENTS) throw new UnreadableFileError('too_large_unpacked', 'HTML elements');
      },
      onItemPop: () => {
        depth--;
      },
    },
  });
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node;
}

/** The value of an attribute, or undefined when the element lacks it. */
export function findAttribute(element: HtmlElement, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value;
}

/** The first descendant element with one of the tag names, in document order. */
export function findElement(node: HtmlNode, tagNames: readonly string[]): HtmlElement | undefined {
  if (isElement(node) && tagNames.includes(node.tagName)) return node;
  for (const child of childNodes(node)) {
    const found = findElement(child, tagNames);
    if (found) return found;
  }
  return undefined;
}

export function childNodes(node: HtmlNode): HtmlNode[] {
  return 'childNodes' in node ? node.childNodes : [];
}

/** Elements whose content no reader of the page sees. */
const INVISIBLE = new Set([
  'script',
  'style',
  'template',
  'head',
  'noscript',
  'iframe',
  'object',
  'embed',
  'svg',
  'canvas',
  'audio',
  'video',
  'select',
  'datalist',
  'button',
  'input',
  'textarea',
  'link',
  'meta',
  'title',
  'map',
  'dialog',
]);

/** Whether an element and all below it stay out of the text. */
export function isInvisible(element: HtmlElement): boolean {
  if (INVISIBLE.has(element.tagName)) return true;
  return element.attrs.some(
    ({ name, value }) =>
      name === 'hidden' ||
      (name === 'style' && /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(value)),
  );
}

const CHROME_TAGS = new Set(['nav', 'header', 'footer', 'aside', 'form']);
const CHROME_ROLES = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'menu',
  'menubar',
]);
const CHROME_NAMES =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|sidebar|breadcrumbs?|cookie|cookies|consent|footer|share|social|skip-link)(?:$|[\s_-])/i;

/** Whether an element is the furniture of a site rather than the content of its page. */
export function isSiteChrome(element: HtmlElement): boolean {
  // A header or footer inside an article belongs to that article.
  if (CHROME_TAGS.has(element.tagName)) return !isInside(element, 'article') && !isInside(element, 'main');
  const role = findAttribute(element, 'role');
  if (role !== undefined && CHROME_ROLES.has(role)) return true;
  if (element.tagName !== 'div' && element.tagName !== 'ul' && element.tagName !== 'section') return false;
  return CHROME_NAMES.test(`${findAttribute(element, 'id') ?? ''} ${findAttribute(element, 'class') ?? ''}`);
}

function isInside(element: HtmlElement, tagName: string): boolean {
  for (let node = element.parentNode; node && 'tagName' in node; node = node.parentNode) {
    if (node.tagName === tagName) return true;
  }
  return false;
}
