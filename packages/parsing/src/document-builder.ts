import { hash } from 'node:crypto';
import type {
  Block,
  OutlineEntry,
  PageInfo,
  ParsedDocument,
  ParseWarning,
  SourceText,
  TableCell,
  TextMark,
} from './parsed-document.ts';
import { tableText } from './table-grid.ts';
import { placeMarks, type TextRun, withMarks } from './text-marks.ts';

/** A block as a reader finds it; what can be derived is left to the builder. */
export type BlockInput = Omit<Block, 'id' | 'charRange' | 'sectionPath' | 'boxes' | 'source' | 'text'> & {
  /** May be left out for tables (derived from the cells) and images. */
  text?: string;
  boxes?: Block['boxes'];
  source?: Block['source'];
};

/** Collects the blocks of one document in reading order and derives ids, character ranges and section paths. */
export type DocumentBuilder = {
  /**
   * Appends a block. Its text is cleaned of characters that no store or screen can hold; the returned
   * block is final and must not be changed. A block without text (other than image and table) is added
   * all the same: leave it out yourself.
   */
  addBlock: (input: BlockInput) => Block;
  /** Ends the sections of that heading level and deeper: what follows is below none of them. */
  closeSections: (level: number) => void;
  addPage: (page: PageInfo) => void;
  addOutlineEntry: (entry: OutlineEntry) => void;
  addWarning: (warning: ParseWarning) => void;
  addChild: (name: string, document: ParsedDocument) => void;
  /** Text as the file stores it; see `ParsedDocument.source`. */
  addSource: (source: SourceText) => void;
  setTitle: (title: string | undefined) => void;
  setLanguage: (language: string | undefined) => void;
  setMetadata: (key: string, value: string | undefined) => void;
  /** Number of blocks so far. */
  blockCount: () => number;
  /** The finished document. Without explicit outline entries the headings become the outline. */
  build: () => ParsedDocument;
};

const BLOCK_SEPARATOR_LENGTH = 2;

// Control characters other than tab and newline, soft hyphens, byte order marks: PostgreSQL refuses NUL,
// and the rest would make two texts differ that look the same.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const UNWANTED_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\ufeff]/g;

/** Unifies line ends, drops control characters and soft hyphens, and repairs lone surrogates. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(UNWANTED_CHARACTERS, '')
    .toWellFormed();
}

/** Starts a document of the format `format` (an id of the registry). */
export function createDocumentBuilder({ format }: { format: string }): DocumentBuilder {
  const blocks: Block[] = [];
  const pages: PageInfo[] = [];
  const outline: OutlineEntry[] = [];
  const warnings: ParseWarning[] = [];
  const children: ParsedDocument['children'] = [];
  const source: SourceText[] = [];
  const metadata: Record<string, string> = {};
  const openHeadings: { id: string; level: number }[] = [];
  const timesSeen = new Map<string, number>();
  let title: string | undefined;
  let language: string | undefined;
  let nextStart = 0;

  function createId(type: string, text: string): string {
    const digest = hash('sha256', `${type}\n${text}`, 'base64url').slice(0, 12);
    const ordinal = timesSeen.get(digest) ?? 0;
    timesSeen.set(digest, ordinal + 1);
    return `${digest}-${ordinal}`;
  }

  function addBlock(input: BlockInput): Block {
    const table = input.table && {
      ...input.table,
      ...(input.table.caption === undefined ? {} : { caption: cleanText(input.table.caption) }),
      rows: cleanRows(input.table.rows),
    };
    const text = cleanText(input.text ?? (table ? tableText(table) : ''));
    const id = createId(input.type, text);
    // Their offsets are those of the text as it was given.
    const { marks, ...rest } = input;
    const kept = marks && text === input.text ? marks : placeAgain(marks, input.text ?? '', text);
    if (input.type === 'heading') closeHeadings(input.level ?? 1);
    const block: Block = {
      ...rest,
      ...withMarks(kept),
      id,
      text,
      boxes: input.boxes ?? [],
      source: input.source ?? 'text',
      sectionPath: openHeadings.map((heading) => heading.id),
      charRange: { start: nextStart, end: nextStart + text.length },
    };
    if (table) block.table = table;
    if (input.type === 'heading') {
      block.level = Math.min(Math.max(input.level ?? 1, 1), 6);
      openHeadings.push({ id, level: block.level });
    }
    nextStart += text.length + BLOCK_SEPARATOR_LENGTH;
    blocks.push(block);
    return block;
  }

  function closeHeadings(level: number): void {
    while (openHeadings.length > 0 && openHeadings.at(-1)!.level >= level) openHeadings.pop();
  }

  function setMetadata(key: string, value: string | undefined): void {
    const clean = value === undefined ? '' : cleanText(value).trim();
    if (clean !== '') metadata[key] = clean;
  }

  function build(): ParsedDocument {
    return {
      format,
      ...(title === undefined ? {} : { title }),
      ...(language === undefined ? {} : { language }),
      blocks,
      pages,
      outline: outline.length > 0 ? outline : outlineFromHeadings(blocks),
      metadata,
      warnings,
      children,
      ...(source.length === 0 ? {} : { source }),
    };
  }

  return {
    addBlock,
    closeSections: closeHeadings,
    addPage: (page) => pages.push(page),
    addOutlineEntry: (entry) => outline.push(entry),
    addWarning: (warning) => warnings.push(warning),
    addChild: (name, document) => children.push({ name, document }),
    addSource: (part) => source.push(part),
    setTitle: (value) => {
      const clean = value === undefined ? '' : cleanText(value).replace(/\s+/g, ' ').trim();
      if (clean !== '') title = clean;
    },
    setLanguage: (value) => {
      if (value) language = value;
    },
    setMetadata,
    blockCount: () => blocks.length,
    build,
  };
}

/** Marks of a text that was cleaned since. */
function placeAgain(marks: readonly TextMark[] | undefined, from: string, text: string): TextMark[] {
  if (!marks) return [];
  const runs: TextRun[] = [];
  let at = 0;
  for (const { start, end, ...look } of marks) {
    runs.push({ text: from.slice(at, start), look: {} }, { text: from.slice(start, end), look });
    at = end;
  }
  runs.push({ text: from.slice(at), look: {} });
  return placeMarks(runs, text);
}

/** More different texts than this are rather numbers that never come twice. */
const MAX_SHARED_CELLS = 50_000;

/** Cells of sheets repeat: one object for all that hold the same text keeps a table of a million in memory. */
function cleanRows(rows: readonly TableCell[][]): TableCell[][] {
  const shared = new Map<string, TableCell>();
  return rows.map((cells) =>
    cells.map((cell): TableCell => {
      const text = cleanText(cell.text);
      const { header, rowspan, colspan, box, marks } = cell;
      if (marks && text !== cell.text) return { ...cell, text, marks: placeAgain(marks, cell.text, text) };
      if (
        marks ||
        header !== undefined ||
        rowspan !== undefined ||
        colspan !== undefined ||
        box !== undefined
      )
        return { ...cell, text };
      const known = shared.get(text);
      if (known) return known;
      const clean = { text };
      if (shared.size < MAX_SHARED_CELLS) shared.set(text, clean);
      return clean;
    }),
  );
}

function outlineFromHeadings(blocks: readonly Block[]): OutlineEntry[] {
  return blocks
    .filter((block) => block.type === 'heading')
    .map((block) => ({
      title: block.marker ? `${block.marker} ${block.text}` : block.text,
      level: block.level ?? 1,
      ...(block.page === undefined ? {} : { page: block.page }),
      blockId: block.id,
    }));
}
