import { type MarkedText, placeMarks, type RunLook, type TextRun } from '../text-marks.ts';
import {
  childNodes,
  findAttribute,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isInvisible,
} from './html-tree.ts';

/** Elements that end a line of text. */
export const BLOCK_TAGS = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'center',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'html',
  'legend',
  'li',
  'main',
  'menu',
  'nav',
  'ol',
  'p',
  'pre',
  'section',
  'summary',
  'table',
  'td',
  'th',
  'tr',
  'ul',
]);

/** How text in these elements looks. */
export const tagLooks: Readonly<Record<string, RunLook>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
  sup: { position: 'super' },
  sub: { position: 'sub' },
};

/** How text inside an element looks and where it leads, given how it does around it. */
export function lookInside(element: HtmlElement, around: RunLook): RunLook {
  const href = element.tagName === 'a' ? findAttribute(element, 'href') : undefined;
  return { ...around, ...tagLooks[element.tagName], ...(href === undefined ? {} : { href }) };
}

/** All visible text below an element, white space collapsed, `<br>` and block borders as newlines. */
export function inlineText(element: HtmlElement): string {
  return readInline(element).text;
}

/** The same, with the looks of its parts. */
export function readInline(element: HtmlElement): MarkedText {
  const runs: TextRun[] = [];
  const visit = (node: HtmlNode, look: RunLook) => {
    const add = (text: string) => runs.push({ text, look });
    if (node.nodeName === '#text' && 'value' in node) add(node.value.replace(/[ \t\n\r\f]+/g, ' '));
    else if (isElement(node)) {
      if (isInvisible(node)) return;
      if (node.tagName === 'br') add('\n');
      if (node.tagName === 'img') add(` ${findAttribute(node, 'alt') ?? ''} `);
      const isBlock = BLOCK_TAGS.has(node.tagName);
      if (isBlock) add(node.tagName === 'td' || node.tagName === 'th' ? ' ' : '\n');
      for (const child of node.childNodes) visit(child, lookInside(node, look));
      if (isBlock) add(node.tagName === 'td' || node.tagName === 'th' ? ' ' : '\n');
    }
  };
  for (const child of element.childNodes) visit(child, {});
  const text = runs
    .map((run) => run.text)
    .join('')
    .replace(/ +/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
  return { text, marks: placeMarks(runs, text) };
}

/** The text below a node as written, for preformatted content. */
export function rawText(node: HtmlNode): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  if (isElement(node) && node.tagName === 'br') return '\n';
  return childNodes(node).map(rawText).join('');
}
