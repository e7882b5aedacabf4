import { childNodes, type HtmlNode, isElement, isInvisible, parseHtml } from '../markup/html-tree.ts';
import { decodeHtml } from '../markup/read-html.ts';
import type { FileInput, SourceText } from '../parsed-document.ts';

/** A larger page is compared with its blocks alone. */
const mostBytes = 4 * 1024 * 1024;

/** Elements that part no word. */
const inline = new Set(
  'a abbr b bdi bdo cite code data dfn em font i kbd mark q rp rt ruby s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/** The text that a reader of the page sees, whatever block it belongs to. */
export function readHtmlSource(input: FileInput): SourceText[] | undefined {
  return input.bytes.length > mostBytes ? undefined : [{ text: listHtmlText(decodeHtml(input).text) }];
}

export function listHtmlText(html: string): string {
  const texts: string[] = [];
  const visit = (node: HtmlNode) => {
    if ('value' in node) texts.push(node.value);
    if (isElement(node) && isInvisible(node)) return;
    const parts = isElement(node) && !inline.has(node.tagName);
    if (parts) texts.push('\n');
    for (const child of childNodes(node)) visit(child);
    if (parts) texts.push('\n');
  };
  visit(parseHtml(html));
  return texts.join('');
}
