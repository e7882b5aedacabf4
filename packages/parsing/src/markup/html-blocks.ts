import type { DocumentBuilder } from '../document-builder.ts';
import { placeMarks, type RunLook, type TextRun, withMarks } from '../text-marks.ts';
import { isLayoutTable, readHtmlTable } from './html-table.ts';
import { BLOCK_TAGS, inlineText, lookInside, rawText, readInline } from './html-text.ts';
import {
  childNodes,
  findAttribute,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isInvisible,
} from './html-tree.ts';

/** What the walk over an HTML tree needs to know besides the tree. */
export type HtmlFlowOptions = {
  /** Elements to leave out besides invisible ones. */
  skip?: (element: HtmlElement) => boolean;
  /** Page number given to every block (chapter documents have none). */
  page?: number;
  /** Image bytes for a `src` inside a container such as EPUB. */
  findImage?: (source: string) => { bytes: Uint8Array; mediaType?: string } | undefined;
};

type ListState = { ordered: boolean; next: number; kind: string };

/** Appends the blocks of an HTML tree in document order. */
export function addHtmlBlocks(builder: DocumentBuilder, root: HtmlNode, options: HtmlFlowOptions = {}): void {
  const walker = new HtmlWalker(builder, options);
  walker.walk(root);
  walker.flush();
}

class HtmlWalker {
  private readonly builder: DocumentBuilder;
  private readonly options: HtmlFlowOptions;
  private readonly lists: ListState[] = [];
  private text = '';
  private runs: TextRun[] = [];
  private pendingMarker: { marker: string; level: number } | undefined;
  private hrefs = new Set<string | undefined>();
  private asCaption = false;

  constructor(builder: DocumentBuilder, options: HtmlFlowOptions) {
    this.builder = builder;
    this.options = options;
  }

  walk(node: HtmlNode, look: RunLook = {}): void {
    if (node.nodeName === '#text' && 'value' in node) {
      this.addText(node.value, look);
      return;
    }
    if (!isElement(node)) {
      for (const child of childNodes(node)) this.walk(child, look);
      return;
    }
    if (isInvisible(node) || this.options.skip?.(node)) return;
    this.walkElement(node, look);
  }

  private walkElement(element: HtmlElement, look: RunLook): void {
    const tag = element.tagName;
    if (/^h[1-6]$/.test(tag)) this.addHeading(element, Number(tag[1]));
    else if (tag === 'table') this.addTable(element);
    else if (tag === 'pre') this.addCode(element);
    else if (tag === 'img') this.addImage(element);
    else if (tag === 'br') this.append('\n', look);
    else if (tag === 'ul' || tag === 'ol' || tag === 'menu') this.walkList(element);
    else if (tag === 'li') this.walkListItem(element);
    else if (tag === 'figcaption') this.walkCaption(element);
    else if (tag === 'math') this.addFormula(element);
    else if (BLOCK_TAGS.has(tag)) {
      this.flush();
      this.walkChildren(element, look);
      this.flush();
    } else this.walkChildren(element, lookInside(element, look));
  }

  private walkChildren(element: HtmlElement, look?: RunLook): void {
    for (const child of element.childNodes) this.walk(child, look);
  }

  private addText(value: string, look: RunLook): void {
    const collapsed = value.replace(/[ \t\n\r\f]+/g, ' ');
    if (collapsed.trim() !== '') this.hrefs.add(look.href);
    this.append(this.text === '' || /\s$/.test(this.text) ? collapsed.replace(/^ /, '') : collapsed, look);
  }

  private append(text: string, look: RunLook): void {
    this.text += text;
    this.runs.push({ text, look });
  }

  /** Ends the running paragraph. */
  flush(): void {
    const text = this.text.replace(/ *\n */g, '\n').trim();
    const [href] = this.hrefs;
    const isOneLink = this.hrefs.size === 1 && href !== undefined;
    // What is one link as a whole says so once.
    const runs = isOneLink
      ? this.runs.map((run) => ({ ...run, look: { ...run.look, href: undefined } }))
      : this.runs;
    this.text = '';
    this.runs = [];
    this.hrefs = new Set();
    if (text === '') return;
    const type = this.asCaption ? 'caption' : this.pendingMarker ? 'list_item' : 'paragraph';
    this.builder.addBlock({
      type,
      text,
      ...withMarks(placeMarks(runs, text)),
      ...(type === 'list_item' ? this.pendingMarker : {}),
      ...(isOneLink ? { href } : {}),
      ...this.place(),
    });
    this.pendingMarker = undefined;
  }

  private place(): { page?: number } {
    return this.options.page === undefined ? {} : { page: this.options.page };
  }

  private addHeading(element: HtmlElement, level: number): void {
    this.flush();
    const { text, marks } = readInline(element);
    if (text !== '')
      this.builder.addBlock({ type: 'heading', level, text, ...withMarks(marks), ...this.place() });
    // Pictures inside a heading are mostly logos: their description is kept, below it.
    for (const child of element.childNodes)
      if (isElement(child) && child.tagName === 'img') this.addImage(child);
  }

  private addTable(element: HtmlElement): void {
    this.flush();
    if (isLayoutTable(element)) {
      this.walkChildren(element);
      this.flush();
      return;
    }
    const table = readHtmlTable(element);
    if (table.rows.some((cells) => cells.some((cell) => cell.text !== ''))) {
      this.builder.addBlock({ type: 'table', table, ...this.place() });
    }
  }

  private addCode(element: HtmlElement): void {
    this.flush();
    const text = rawText(element).replace(/^\n+|\s+$/g, '');
    if (text !== '') this.builder.addBlock({ type: 'code', text, ...this.place() });
  }

  private addFormula(element: HtmlElement): void {
    const annotation = element.childNodes.find((node) => isElement(node) && node.tagName === 'annotation');
    const text = findAttribute(element, 'alttext') ?? inlineText((annotation as HtmlElement) ?? element);
    this.addText(` ${text} `, {});
  }

  private addImage(element: HtmlElement): void {
    const alt = (findAttribute(element, 'alt') ?? findAttribute(element, 'title') ?? '').trim();
    const source = findAttribute(element, 'src') ?? '';
    const image = decodeDataUrl(source) ?? this.options.findImage?.(source);
    // A picture without description or bytes (a tracking pixel, a spacer, a remote picture) says nothing.
    if (alt === '' && !image) return;
    const pendingMarker = this.pendingMarker;
    this.flush();
    if (!image && alt.length < 3) return;
    this.builder.addBlock({ type: 'image', text: alt, image: { ...image, alt }, ...this.place() });
    this.pendingMarker = this.pendingMarker ?? pendingMarker;
  }

  private walkList(element: HtmlElement): void {
    this.flush();
    const start = Number.parseInt(findAttribute(element, 'start') ?? '1', 10);
    this.lists.push({
      ordered: element.tagName === 'ol',
      next: Number.isFinite(start) ? start : 1,
      kind: findAttribute(element, 'type') ?? '1',
    });
    this.walkChildren(element);
    this.flush();
    this.lists.pop();
  }

  private walkListItem(element: HtmlElement): void {
    this.flush();
    const list = this.lists.at(-1) ?? { ordered: false, next: 1, kind: '1' };
    const marker = list.ordered ? formatListNumber(list.next++, list.kind) : '•';
    this.pendingMarker = { marker, level: Math.max(this.lists.length, 1) };
    this.walkChildren(element);
    this.flush();
    this.pendingMarker = undefined;
  }

  private walkCaption(element: HtmlElement): void {
    this.flush();
    this.asCaption = true;
    this.walkChildren(element);
    this.flush();
    this.asCaption = false;
  }
}

function formatListNumber(number: number, kind: string): string {
  if (kind === 'a' || kind === 'A') {
    const letter = String.fromCharCode((kind === 'a' ? 97 : 65) + ((number - 1) % 26));
    return `${letter.repeat(Math.min(Math.floor((number - 1) / 26) + 1, 5))}.`;
  }
  return `${number}.`;
}

function decodeDataUrl(source: string): { bytes: Uint8Array; mediaType: string } | undefined {
  const match = /^data:(image\/(?:png|jpeg|gif|webp));base64,/.exec(source);
  if (!match) return undefined;
  return { bytes: Buffer.from(source.slice(match[0].length), 'base64'), mediaType: match[1]! };
}
