import type { BlockContent, DefinitionContent, List, Nodes, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { toString as nodeText } from 'mdast-util-to-string';
import { gfmTable } from 'micromark-extension-gfm-table';
import { createDocumentBuilder, type DocumentBuilder } from '../document-builder.ts';
import { type FileInput, type ParsedDocument, type Table, UnreadableFileError } from '../parsed-document.ts';
import { decodeText } from '../text/decode-text.ts';
import { addPlainText } from '../text/read-text.ts';
import {
  type MarkedText,
  placeMarks,
  type RunLook,
  type TextRun,
  trimMarked,
  withMarks,
} from '../text-marks.ts';
import { tagLooks } from './html-text.ts';

/** Deeper quotes and lists make the Markdown parser take minutes; no person writes them. */
const MAX_CONTAINERS = 64;
const MAX_INDENT = 400;
/** Unmatched brackets and emphasis marks in one run cost quadratic time. */
const LONG_MARK_RUN = /([[\]*_`~<!(])\1{999,}/;

/** Reads Markdown with tables: headings, lists, quotes, code, images' descriptions. */
export function readMarkdown(input: FileInput): ParsedDocument {
  const decoded = decodeText(input.bytes);
  const builder = createDocumentBuilder({ format: 'markdown' });
  if (decoded.guessed) builder.addWarning({ code: 'encoding_guessed', detail: decoded.encoding });
  const { body, frontMatter } = splitFrontMatter(decoded.text);
  for (const [key, value] of frontMatter) builder.setMetadata(key, value);
  requireShallow(body);
  if (isTangled(body)) {
    addPlainText(builder, body);
    return builder.build();
  }
  const tree = fromMarkdown(body, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  addNodes(builder, tree.children);
  const firstHeading = tree.children.find((node) => node.type === 'heading' && node.depth === 1);
  builder.setTitle(new Map(frontMatter).get('title') ?? (firstHeading ? nodeText(firstHeading) : undefined));
  return builder.build();
}

const LONG_PARAGRAPH = 20_000;
const MAX_MARKS = 2_000;

/**
 * Whether a paragraph holds so many marks that pairing them would take minutes: the time grows with their
 * square. Such a file is data rather than prose and loses nothing as plain text.
 */
function isTangled(text: string): boolean {
  const hasWideLine = text.split('\n').some((line) => line.length > 5_000 && line.split('|').length > 1_000);
  if (hasWideLine) return true;
  return text
    .split(/\n[ \t]*\n/)
    .some((part) => part.length > LONG_PARAGRAPH && (part.match(/[[*_`<!]/g)?.length ?? 0) > MAX_MARKS);
}

function requireShallow(text: string): void {
  if (LONG_MARK_RUN.test(text)) throw new UnreadableFileError('too_deep', 'runs of Markdown marks');
  for (const line of text.split('\n')) {
    let containers = 0;
    let indent = 0;
    for (let i = 0; i < line.length; i++) {
      const character = line[i]!;
      if (character === ' ' || character === '\t') indent++;
      else if (
        character === '>' ||
        ((character === '-' || character === '+' || character === '*') && line[i + 1] === ' ')
      )
        containers++;
      else {
        const number = /^\d{1,9}[.)] /.exec(line.slice(i, i + 12));
        if (!number) break;
        containers++;
        i += number[0].length - 1;
      }
      if (containers > MAX_CONTAINERS) throw new UnreadableFileError('too_deep', 'nested quotes or lists');
    }
    if (indent - containers > MAX_INDENT && line.length > indent && /^\s*([-+*]|\d+[.)]) /.test(line)) {
      throw new UnreadableFileError('too_deep', 'nested lists');
    }
  }
}

function splitFrontMatter(text: string): { body: string; frontMatter: [string, string][] } {
  const match = /^\ufeff?---\r?\n([\s\S]{0,20000}?)\r?\n---\r?\n/.exec(text);
  if (!match) return { body: text, frontMatter: [] };
  const entries: [string, string][] = [];
  for (const line of match[1]!.split('\n')) {
    const pair = /^([\w-]{1,40}):\s*(.+?)\s*$/.exec(line);
    if (pair) entries.push([pair[1]!.toLowerCase(), pair[2]!.replace(/^(["'])(.*)\1$/, '$2')]);
  }
  return { body: text.slice(match[0].length), frontMatter: entries };
}

function addNodes(
  builder: DocumentBuilder,
  nodes: readonly (RootContent | BlockContent | DefinitionContent)[],
): void {
  for (const node of nodes) addNode(builder, node);
}

function addNode(builder: DocumentBuilder, node: RootContent): void {
  switch (node.type) {
    case 'heading': {
      const { text, marks } = trimMarked(readInline(node));
      if (text !== '') builder.addBlock({ type: 'heading', level: node.depth, text, ...withMarks(marks) });
      break;
    }
    case 'paragraph':
      addParagraph(builder, node);
      break;
    case 'list':
      addList(builder, node, 1);
      break;
    case 'blockquote':
      addNodes(builder, node.children);
      break;
    case 'code':
      if (node.value.trim() !== '') builder.addBlock({ type: 'code', text: node.value });
      break;
    case 'table':
      builder.addBlock({ type: 'table', table: readTable(node) });
      break;
    case 'html': {
      const text = node.value.replace(/<!--[\s\S]*?-->|<[^<>]{0,2000}>/g, '').trim();
      if (text !== '') builder.addBlock({ type: 'paragraph', text });
      break;
    }
    default:
  }
}

function addParagraph(builder: DocumentBuilder, node: Nodes): void {
  if ('children' in node && node.children.length === 1) {
    const only = node.children[0]!;
    if (only.type === 'image') {
      builder.addBlock({ type: 'image', text: only.alt ?? '', image: { alt: only.alt ?? '' } });
      return;
    }
    if (only.type === 'link') {
      const { text, marks } = readInline({ type: 'paragraph', children: only.children });
      builder.addBlock({ type: 'paragraph', text, href: only.url, ...withMarks(marks) });
      return;
    }
  }
  const { text, marks } = readInline(node);
  if (text !== '') builder.addBlock({ type: 'paragraph', text, ...withMarks(marks) });
}

function addList(builder: DocumentBuilder, list: List, level: number): void {
  let number = list.start ?? 1;
  for (const item of list.children) {
    const marker = list.ordered ? `${number}.` : '•';
    number++;
    let isFirst = true;
    for (const child of item.children) {
      if (child.type === 'list') addList(builder, child, level + 1);
      else if (isFirst && child.type === 'paragraph') {
        const { text, marks } = readInline(child);
        builder.addBlock({ type: 'list_item', level, marker, text, ...withMarks(marks) });
      } else addNode(builder, child);
      isFirst = false;
    }
  }
}

function readTable(node: Extract<RootContent, { type: 'table' }>): Table {
  return {
    rows: node.children.map((row, index) =>
      row.children.map((cell) => {
        const { text, marks } = readInline(cell);
        return { text, ...withMarks(marks), ...(index === 0 ? { header: true } : {}) };
      }),
    ),
  };
}

/** Inline text with the looks of its parts; hard breaks stay, soft line ends become spaces. */
function readInline(node: Nodes): MarkedText {
  const runs: TextRun[] = [];
  addRuns(runs, node, {});
  const text = runs.map((run) => run.text).join('');
  return { text, marks: placeMarks(runs, text) };
}

function addRuns(runs: TextRun[], node: Nodes, look: RunLook): void {
  const add = (text: string) => runs.push({ text, look });
  if (node.type === 'break') add('\n');
  else if (node.type === 'text') add(node.value.replace(/[ \t]*\n[ \t]*/g, ' '));
  else if (node.type === 'html') add(/^<br\s*\/?>$/i.test(node.value) ? '\n' : '');
  else if ('children' in node) addChildren(runs, node.children, lookInside(node, look));
  else add(nodeText(node));
}

function lookInside(node: Nodes, look: RunLook): RunLook {
  if (node.type === 'strong') return { ...look, bold: true };
  if (node.type === 'emphasis') return { ...look, italic: true };
  if (node.type === 'link') return { ...look, href: node.url };
  return look;
}

/** Tags of HTML stand beside what they enclose: from the one that opens to the one that closes, it looks as they say. */
function addChildren(runs: TextRun[], children: readonly Nodes[], look: RunLook): void {
  const open: { tag: string; look: RunLook }[] = [];
  for (const child of children) {
    const [, slash, tag = ''] = (child.type === 'html' && /^<(\/?)(\w+)>$/.exec(child.value)) || [];
    const inside = tagLooks[tag.toLowerCase()];
    if (inside && slash === '') open.push({ tag, look: inside });
    else if (inside && open.at(-1)?.tag === tag) open.pop();
    else addRuns(runs, child, Object.assign({}, look, ...open.map((one) => one.look)));
  }
}
