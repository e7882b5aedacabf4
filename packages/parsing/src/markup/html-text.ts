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

/** All visible text below an element, white space collapsed, `<br>` and block borders as newlines. */
export function inlineText(element: HtmlElement): string {
  let text = '';
  const visit = (node: HtmlNode) => {
    if (node.nodeName === '#text' && 'value' in node) text += node.value.replace(/[ \t\n\r\f]+/g, ' ');
    else if (isElement(node)) {
      if (isInvisible(node)) return;
      if (node.tagName === 'br') text += '\n';
      if (node.tagName === 'img') text += ` ${findAttribute(node, 'alt') ?? ''} `;
      const isBlock = BLOCK_TAGS.has(node.tagName);
      if (isBlock) text += node.tagName === 'td' || node.tagName === 'th' ? ' ' : '\n';
      for (const child of node.childNodes) visit(child);
      if (isBlock) text += node.tagName === 'td' || node.tagName === 'th' ? ' ' : '\n';
    }
  };
  for (const child of element.childNodes) visit(child);
  return text
    .replace(/ +/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}

/** The text below a node as written, for preformatted content. */
export function rawText(node: HtmlNode): string {
  if (node.nodeName === '#text' && 'value' in node) return node.value;
  if (isElement(node) && node.tagName === 'br') return '\n';
  return childNodes(node).map(rawText).join('');
}
