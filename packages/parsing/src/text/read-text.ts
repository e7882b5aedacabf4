import { createDocumentBuilder, type DocumentBuilder } from '../document-builder.ts';
import type { FileInput, ParsedDocument } from '../parsed-document.ts';
import { decodeText } from './decode-text.ts';

/** Longest run of lines kept as one block, in characters: a log without blank lines must stay citable. */
const MAX_BLOCK_CHARACTERS = 4_000;

/** Reads plain text in any common encoding: paragraphs by blank lines, plain lists, modest headings. */
export function readText(input: FileInput): ParsedDocument {
  const decoded = decodeText(input.bytes);
  const builder = createDocumentBuilder({ format: 'text' });
  if (decoded.guessed) builder.addWarning({ code: 'encoding_guessed', detail: decoded.encoding });
  builder.setMetadata('encoding', decoded.encoding);
  addPlainText(builder, decoded.text);
  return builder.build();
}

/** Appends the blocks of a plain text to a document under construction (mail bodies use it too). */
export function addPlainText(builder: DocumentBuilder, text: string): void {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const isWrapped = isHardWrapped(lines);
  let paragraph: string[] = [];
  let precededByBlank = true;
  const flush = (followedByBlank: boolean) => {
    if (paragraph.length > 0)
      addParagraph(builder, paragraph, { isWrapped, stands: precededByBlank && followedByBlank });
    paragraph = [];
  };
  let length = 0;
  for (const line of lines) {
    if (line.trim() === '') {
      flush(true);
      precededByBlank = true;
      length = 0;
      continue;
    }
    if (length + line.length > MAX_BLOCK_CHARACTERS && paragraph.length > 0) {
      flush(false);
      precededByBlank = false;
      length = 0;
    }
    paragraph.push(line.trimEnd());
    length += line.length + 1;
  }
  flush(true);
}

type ParagraphContext = { isWrapped: boolean; stands: boolean };

function addParagraph(builder: DocumentBuilder, lines: string[], context: ParagraphContext): void {
  const heading = context.stands ? findHeading(lines) : undefined;
  if (heading) {
    builder.addBlock({ type: 'heading', text: heading.text, level: heading.level });
    return;
  }
  const items = splitListItems(lines);
  if (items) {
    for (const item of items) {
      builder.addBlock({
        type: item.marker ? 'list_item' : 'paragraph',
        text: joinLines(item.lines, context.isWrapped),
        ...(item.marker ? { marker: item.marker, level: item.level } : {}),
      });
    }
    return;
  }
  builder.addBlock({ type: 'paragraph', text: joinLines(lines, context.isWrapped) });
}

const LIST_MARKER = /^(\s*)([-*+•‣▪–]|\d{1,3}[.)]|[a-zA-Z][.)])\s+(?=\S)/;

type ListItem = { marker?: string; level: number; lines: string[] };

function splitListItems(lines: string[]): ListItem[] | undefined {
  if (lines.filter((line) => LIST_MARKER.test(line)).length < Math.min(2, lines.length)) return undefined;
  const items: ListItem[] = [];
  const indents: number[] = [];
  for (const line of lines) {
    const match = LIST_MARKER.exec(line);
    if (match) {
      const indent = match[1]!.replaceAll('\t', '    ').length;
      while (indents.length > 0 && indents.at(-1)! > indent) indents.pop();
      if (indents.at(-1) !== indent) indents.push(indent);
      items.push({ marker: match[2]!, level: indents.length, lines: [line.slice(match[0].length)] });
    } else if (items.length > 0) {
      items.at(-1)!.lines.push(line.trim());
    } else {
      items.push({ level: 1, lines: [line] });
    }
  }
  return items;
}

const NUMBERED_HEADING = /^(\d{1,2}(?:\.\d{1,2}){0,5})\.?\s+\p{Lu}/u;
const NAMED_HEADING =
  /^(?:(?:chapter|part|section|article|appendix|annex|chapitre|partie|titre|annexe)\s+[\divxlc]+\b|第[\d一二三四五六七八九十百]+[编章节条])/iu;

/** A line that stands alone and is underlined, numbered, named a chapter, or all in capitals. */
function findHeading(lines: string[]): { text: string; level: number } | undefined {
  const text = lines[0]!.trim();
  if (lines.length === 2 && /^(={3,}|-{3,}|\*{3,}|~{3,})$/.test(lines[1]!.trim())) {
    return { text, level: lines[1]!.trim().startsWith('=') ? 1 : 2 };
  }
  if (lines.length !== 1 || text.length > 80 || /[.!?;:,。！？；，…]$/.test(text)) return undefined;
  const numbered = NUMBERED_HEADING.exec(text);
  if (numbered) return { text, level: Math.min(numbered[1]!.split('.').length, 6) };
  if (NAMED_HEADING.test(text)) return { text, level: 1 };
  const isCapitals = /\p{Lu}{2}/u.test(text) && text === text.toUpperCase() && text.length >= 4;
  return isCapitals ? { text, level: 2 } : undefined;
}

/** Lines broken by hand at a fixed width: most lines that have a successor are nearly as long as the longest. */
function isHardWrapped(lines: string[]): boolean {
  const continued: number[] = [];
  for (let i = 0; i < Math.min(lines.length, 2_000) - 1; i++) {
    if (lines[i]!.trim() !== '' && lines[i + 1]!.trim() !== '') continued.push(lines[i]!.length);
  }
  if (continued.length < 3) return false;
  // Columns parted by tabs: each line is a row.
  const tabbed = lines.slice(0, 2_000).filter((line) => /\S\t+\S/.test(line)).length;
  if (tabbed * 2 >= continued.length) return false;
  continued.sort((a, b) => a - b);
  const longest = continued.at(-1)!;
  const median = continued[continued.length >> 1]!;
  return longest <= 120 && median >= 50 && median >= longest * 0.75;
}

/** Scripts that set no space between words, so that none belongs where a line was broken. */
const NO_SPACE_END = /[\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]$/;

function joinLines(lines: string[], isWrapped: boolean): string {
  if (!isWrapped) return lines.join('\n').trim();
  let text = lines[0]!.trim();
  for (const line of lines.slice(1)) text += (NO_SPACE_END.test(text) ? '' : ' ') + line.trim();
  return text;
}

const CODE_SEGMENT_LINES = 60;

/** Reads source code: kept line by line, cut at blank lines before unindented lines. */
export function readSourceCode(input: FileInput): ParsedDocument {
  const decoded = decodeText(input.bytes);
  const builder = createDocumentBuilder({ format: 'code' });
  if (decoded.guessed) builder.addWarning({ code: 'encoding_guessed', detail: decoded.encoding });
  let segment: string[] = [];
  const flush = () => {
    const text = segment.join('\n').replace(/^\n+|\s+$/g, '');
    if (text !== '') builder.addBlock({ type: 'code', text });
    segment = [];
  };
  let wasBlank = false;
  for (const line of decoded.text.replace(/\r\n?/g, '\n').split('\n')) {
    const isBlank = line.trim() === '';
    const startsUnit = wasBlank && !isBlank && /^[^\s})\]]/.test(line);
    if (startsUnit || segment.length >= CODE_SEGMENT_LINES * 4) flush();
    segment.push(line);
    wasBlank = isBlank;
  }
  flush();
  return builder.build();
}
