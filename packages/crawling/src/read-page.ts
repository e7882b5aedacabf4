import { createHash } from 'node:crypto';
import { type DefaultTreeAdapterTypes, html, parse } from 'parse5';
import { normaliseUrl } from './crawl-url.ts';

/** What a page says of itself, and where it leads. */
export type PageFacts = {
  title: string;
  /** The address under which the page wants to be known. */
  canonical: string | undefined;
  /** An address that the page sends its reader on to at once. */
  refresh: string | undefined;
  noindex: boolean;
  /** Without those the page does not vouch for; none at all where it says so. */
  links: string[];
  /** Characters that a reader without scripts sees. */
  textLength: number;
  /** SHA-256 of the text without the site's furniture, spaces folded; empty where there is none. */
  textHash: string;
  hasScripts: boolean;
};

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

const mostLinks = 5_000;
/** A page that lets its reader look at it first is a page. */
const longestRefreshSeconds = 5;

const unseen = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'head',
  'iframe',
  'object',
  'select',
]);
const furniture = new Set(['nav', 'footer', 'aside']);
const furnitureRoles = new Set(['navigation', 'banner', 'contentinfo', 'search', 'complementary']);

/** Reads a page as far as a crawl needs it. `url` is where it came from; nesting of any depth is no matter. */
export function readPage(text: string, url: string): PageFacts {
  const tree = parse(text, { scriptingEnabled: false });
  const page = { title: '', heading: '', socialTitle: '', base: url, hasBase: false, hasScripts: false };
  const facts = { canonical: '', refresh: '', noindex: false, nofollow: false };
  const hrefs: string[] = [];
  const main: string[] = [];
  let seenLength = 0;

  function readElement(element: Element): void {
    const attribute = (name: string) => element.attrs.find((entry) => entry.name === name)?.value;
    const rel = (attribute('rel') ?? '').toLowerCase().split(/\s+/);
    switch (element.tagName) {
      case 'title':
        if (element.namespaceURI === html.NS.HTML) page.title ||= fold(textOf(element));
        break;
      case 'h1':
        page.heading ||= fold(textOf(element));
        break;
      case 'base':
        // Only the first counts.
        if (!page.hasBase) page.base = normaliseUrl(attribute('href') ?? '', url) ?? url;
        page.hasBase = true;
        break;
      case 'script':
        page.hasScripts = true;
        break;
      case 'link':
        if (rel.includes('canonical')) facts.canonical ||= attribute('href') ?? '';
        else if (rel.includes('alternate') && attribute('hreflang')) hrefs.push(attribute('href') ?? '');
        break;
      case 'a':
      case 'area':
        if (!rel.includes('nofollow')) hrefs.push(attribute('href') ?? '');
        break;
      case 'frame':
        hrefs.push(attribute('src') ?? '');
        break;
      case 'meta':
        readMeta(attribute);
        break;
    }
  }

  function readMeta(attribute: (name: string) => string | undefined): void {
    const content = attribute('content') ?? '';
    const name = (attribute('name') ?? attribute('property') ?? '').toLowerCase();
    if (name === 'robots' || name === 'lectern') {
      const { noindex, nofollow } = readRobotsDirectives(content);
      facts.noindex ||= noindex;
      facts.nofollow ||= nofollow;
    } else if (name === 'og:title') page.socialTitle ||= fold(content);
    else if (attribute('http-equiv')?.toLowerCase() === 'refresh') {
      const match = /^\s*(\d{1,4})\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content);
      if (match && Number(match[1]) <= longestRefreshSeconds) facts.refresh ||= match[2]!.trim();
    }
  }

  walk(tree, (node, { hidden, chrome }) => {
    if ('tagName' in node) readElement(node);
    else if (node.nodeName === '#text' && 'value' in node && !hidden) {
      const words = fold(node.value);
      if (words === '') return;
      seenLength += words.length;
      if (!chrome) main.push(words);
    }
  });

  const mainText = main.join(' ');
  const absolute = (address: string) => (address === '' ? undefined : normaliseUrl(address, page.base));
  const links = facts.nofollow
    ? []
    : hrefs.map((href) => absolute(href)).filter((link) => link !== undefined);
  return {
    title: (page.title || page.socialTitle || page.heading).slice(0, 500),
    canonical: absolute(facts.canonical),
    refresh: absolute(facts.refresh),
    noindex: facts.noindex,
    links: [...new Set(links)].slice(0, mostLinks),
    textLength: seenLength,
    textHash: mainText === '' ? '' : createHash('sha256').update(mainText).digest('hex'),
    hasScripts: page.hasScripts,
  };
}

/** `noindex, nofollow`, `none`, or `Lectern: noindex` as the header has it. */
export function readRobotsDirectives(content: string): { noindex: boolean; nofollow: boolean } {
  const words = content.toLowerCase().split(/[\s,:;]+/);
  const none = words.includes('none');
  return { noindex: none || words.includes('noindex'), nofollow: none || words.includes('nofollow') };
}

type Place = { hidden: boolean; chrome: boolean };

/** In the order of the page, without recursion: a hostile page nests deeper than any stack. */
function walk(root: Node, visit: (node: Node, place: Place) => void): void {
  const stack: { node: Node; place: Place }[] = [{ node: root, place: { hidden: false, chrome: false } }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, place } = next;
    visit(node, place);
    if (!('childNodes' in node)) continue;
    const inside = 'tagName' in node ? placeWithin(node, place) : place;
    for (let n = node.childNodes.length - 1; n >= 0; n--)
      stack.push({ node: node.childNodes[n]!, place: inside });
  }
}

function placeWithin({ tagName, attrs }: Element, place: Place): Place {
  const role = attrs.find(({ name }) => name === 'role')?.value ?? '';
  const isHidden = unseen.has(tagName) || attrs.some(({ name }) => name === 'hidden');
  const isChrome = furniture.has(tagName) || furnitureRoles.has(role);
  return { hidden: place.hidden || isHidden, chrome: place.chrome || isChrome };
}

/** Of a title or heading, which hold no more than a few words. */
function textOf(element: Element): string {
  let text = '';
  walk(element, (node) => {
    if (node.nodeName === '#text' && 'value' in node && text.length < 1_000) text += node.value;
  });
  return text;
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
