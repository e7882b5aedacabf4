import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { createDocumentBuilder } from '../document-builder.ts';
import type { FileInput, ParsedDocument, ParseOptions } from '../parsed-document.ts';
import { type DecodedText, decodeText, decodeTextAs } from '../text/decode-text.ts';
import { addHtmlBlocks } from './html-blocks.ts';
import { inlineText } from './html-text.ts';
import {
  childNodes,
  findAttribute,
  findElement,
  type HtmlNode,
  isElement,
  isSiteChrome,
  parseHtml,
} from './html-tree.ts';

/** Reads a page. With `mainContentOnly`, site furniture is left out and an article is picked where there is one. */
export function readHtml(input: FileInput, options: ParseOptions): ParsedDocument {
  const decoded = decodeHtml(input);
  const tree = parseHtml(decoded.text);
  const builder = createDocumentBuilder({ format: 'html' });
  if (decoded.guessed) builder.addWarning({ code: 'encoding_guessed', detail: decoded.encoding });
  const html = findElement(tree, ['html']);
  const title = findElement(tree, ['title']);
  builder.setLanguage(html && findAttribute(html, 'lang'));
  if (title)
    builder.setTitle(
      childNodes(title)
        .map((node) => ('value' in node ? node.value : ''))
        .join(''),
    );
  addMetaElements(tree, (name, value) => builder.setMetadata(name, value));
  if (options.mainContentOnly) {
    const article = findArticle(decoded.text, tree);
    if (article?.title) builder.addBlock({ type: 'heading', level: 1, text: article.title });
    addHtmlBlocks(builder, article?.tree ?? tree, article ? {} : { skip: isSiteChrome });
  } else {
    addHtmlBlocks(builder, tree);
  }
  return builder.build();
}

/** An encoding in the page's own words counts when neither a byte order mark nor valid UTF-8 says otherwise. */
export function decodeHtml(input: FileInput): DecodedText {
  const decoded = decodeText(input.bytes);
  if (!decoded.guessed) return decoded;
  const head = Buffer.from(input.bytes.subarray(0, 4096)).toString('latin1');
  const named =
    /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w-]{3,40})/i.exec(head) ??
    /^<\?xml[^>]{0,100}encoding="([\w-]{3,40})"/.exec(head);
  return named && !/^utf-?8$/i.test(named[1]!) ? decodeTextAs(input.bytes, named[1]!) : decoded;
}

function addMetaElements(node: HtmlNode, add: (name: string, value: string) => void): void {
  const head = findElement(node, ['head']);
  for (const child of head?.childNodes ?? []) {
    if (!isElement(child) || child.tagName !== 'meta') continue;
    const name = (findAttribute(child, 'name') ?? findAttribute(child, 'property') ?? '').toLowerCase();
    const content = findAttribute(child, 'content');
    const known =
      /^(?:dc\.|article:|og:)?(author|description|keywords|published_time|modified_time|date)$/.exec(name);
    if (known && content) add(known[1]!, content);
  }
}

/** Share of the page's text (without site furniture) below which the article picker has failed. */
const MIN_ARTICLE_SHARE = 0.4;
const MAX_ARTICLE_ELEMENTS = 100_000;

function findArticle(html: string, tree: HtmlNode): { tree: HtmlNode; title?: string } | undefined {
  const body = findElement(tree, ['body']);
  if (!body || countElements(body) > MAX_ARTICLE_ELEMENTS) return undefined;
  const stripped = createDocumentBuilder({ format: 'html' });
  addHtmlBlocks(stripped, body, { skip: isSiteChrome });
  const strippedLength = stripped.build().blocks.reduce((sum, block) => sum + block.text.length, 0);
  const { document } = parseHTML(html);
  const article = new Readability(document as never).parse();
  if (!article?.content) return undefined;
  const articleTree = parseHtml(article.content);
  const articleBody = findElement(articleTree, ['body']);
  if (!articleBody || inlineText(articleBody).length < strippedLength * MIN_ARTICLE_SHARE) return undefined;
  // The picker takes the page's main heading out of the content; it belongs there.
  const heading = findElement(articleTree, ['h1']) ? undefined : findElement(body, ['h1']);
  const title = heading ? inlineText(heading) : undefined;
  return { tree: articleTree, ...(title ? { title } : {}) };
}

function countElements(node: HtmlNode): number {
  return childNodes(node).reduce((sum, child) => sum + countElements(child), 1);
}
