/**
 * The block model: what every file format is read into, and all that chunking, previews and
 * citations know about an original. A document is a flat list of blocks in reading order.
 */

/** A rectangle on a page, as fractions (0–1) of the *displayed* page, origin top left. */
export type Box = { page: number; x0: number; y0: number; x1: number; y1: number };

export type BlockType =
  | 'heading'
  | 'paragraph'
  | 'list_item'
  | 'table'
  | 'image'
  | 'caption'
  | 'code'
  | 'formula'
  | 'footnote'
  | 'slide_notes'
  | 'page_header'
  | 'page_footer';

/** A stretch of a text that looks different or leads somewhere; offsets in UTF-16 code units. For showing, not for searching. */
export type TextMark = {
  start: number;
  end: number;
  bold?: boolean;
  italic?: boolean;
  strike?: boolean;
  position?: 'super' | 'sub';
  href?: string;
};

export type TableCell = {
  text: string;
  marks?: TextMark[];
  rowspan?: number;
  colspan?: number;
  header?: boolean;
  box?: Box;
};

/** `rows[r]` lists the cells that *start* in row r; spanned places are left out, as in HTML. */
export type Table = { rows: TableCell[][]; caption?: string };

export type ImageContent = {
  /** Encoded bytes as stored in the original, or re-encoded by the reader. */
  bytes?: Uint8Array;
  mediaType?: string;
  width?: number;
  height?: number;
  alt?: string;
};

export type Block = {
  /** Stable for the same input: content hash plus ordinal. */
  id: string;
  type: BlockType;
  /** Plain text, soft hyphens and line-end hyphenation resolved. A table's text is its cells, tab and newline separated. */
  text: string;
  marks?: TextMark[];
  /** Heading 1–6, or list depth from 1. */
  level?: number;
  /** Computed number or bullet, such as "1.2.3" or "•". Not part of `text` unless the original spells it out. */
  marker?: string;
  /** 1-based page, slide or sheet; absent where the format has none. */
  page?: number;
  pageEnd?: number;
  /** One per line group or page part; empty where the format has no geometry. */
  boxes: Box[];
  /** Ids of the headings above this block, outermost first. */
  sectionPath: string[];
  table?: Table;
  image?: ImageContent;
  /** Font size relative to body text, and whether the whole block is bold or italic. */
  style?: { size?: number; bold?: boolean; italic?: boolean };
  source: 'text' | 'ocr' | 'vision' | 'speech' | 'converter';
  /** 0–1, of recognised text. */
  confidence?: number;
  /** Seconds from the beginning of a recording. */
  time?: { start: number; end: number };
  /** Half-open range in `documentText(document)`, UTF-16 code units. */
  charRange: { start: number; end: number };
  href?: string;
};

export type OutlineEntry = { title: string; level: number; page?: number; blockId?: string };

/** Page size in points (PDF) or pixels (images); `label` is the printed page number where the file gives one. */
export type PageInfo = { number: number; width: number; height: number; label?: string };

/** Something the reader could not do, that a person should know. `code` is a text key. */
export type ParseWarning = { code: ParseWarningCode; page?: number; detail?: string };

export type ParseWarningCode =
  | 'page_needs_ocr'
  | 'page_not_recognised'
  | 'page_unreadable'
  | 'text_truncated'
  | 'table_truncated'
  | 'sheet_truncated'
  | 'image_skipped'
  | 'encoding_guessed'
  | 'attachment_skipped'
  | 'converter_missing'
  /** A recording that nobody has written down yet. */
  | 'needs_transcription'
  /** Only the words were read: headings and tables need a program that is not installed. */
  | 'structure_lost';

export type ParsedDocument = {
  /** Format id from the registry, such as "pdf" or "docx". */
  format: string;
  title?: string;
  language?: string;
  blocks: Block[];
  pages: PageInfo[];
  outline: OutlineEntry[];
  /** Author, subject, dates, mail headers: whatever the format names, as text. */
  metadata: Record<string, string>;
  warnings: ParseWarning[];
  /** Attachments and embedded documents, read in their turn. */
  children: { name: string; document: ParsedDocument }[];
  /**
   * The text as the file stores it, taken before anything was recognised in it, to be compared with what became of it.
   * Absent where reading infers nothing: then the blocks are all there is.
   */
  source?: SourceText[];
  /** Running lines, contents pages and hidden text are part of the text: nothing is to be left out. */
  isComplete?: boolean;
};

/** Text of one page, or of the whole file where it has no pages. */
export type SourceText = { page?: number; text: string };

/** The text that `charRange` counts in: blocks joined by one blank line. */
export function documentText(document: Pick<ParsedDocument, 'blocks'>): string {
  return document.blocks.map((block) => block.text).join('\n\n');
}

/** Why a file cannot be read at all; each code has a text in every language. */
export type UnreadableReason =
  | 'empty'
  | 'encrypted'
  | 'broken'
  | 'mislabelled'
  | 'unsupported'
  | 'too_large_unpacked'
  | 'too_deep'
  | 'too_many_pages'
  | 'too_many_cells'
  | 'forbidden_construct'
  | 'no_text'
  | 'converter_missing'
  /** It could be read, but is none that the chosen way of cutting is for. */
  | 'method_refuses_format'
  | 'time_limit'
  | 'memory_limit';

export class UnreadableFileError extends Error {
  readonly reason: UnreadableReason;
  readonly detail: string | undefined;
  constructor(reason: UnreadableReason, detail?: string) {
    super(detail === undefined ? reason : `${reason}: ${detail}`);
    this.name = 'UnreadableFileError';
    this.reason = reason;
    this.detail = detail;
  }
}

/** Text that was recognised on a page without a text layer, by whichever engine. */
export type RecognisedPage = {
  page: number;
  /** Engine and languages, or the vision model's name: kept with the blocks' document as metadata. */
  engine: string;
  /** Lines with their places, in reading order; an engine that knows no places gives `markdown` instead. */
  lines?: RecognisedLine[];
  markdown?: string;
  /** Why there is nothing: the engine took too long, or could not read the picture. */
  failed?: 'time_limit' | 'unreadable';
};

/** Words that are side by side without a wide gap. */
export type RecognisedLine = {
  text: string;
  box: Omit<Box, 'page'>;
  /** 0–1. */
  confidence: number;
  /** Size of the type, as a fraction of the displayed page's height. */
  size?: number;
  /** Quarter turns clockwise in which the line runs on the displayed page; absent: upright. */
  direction?: number;
};

/** A stretch of speech; seconds from the beginning of the recording. */
export type SpeechSegment = { start: number; end: number; text: string };

/** Gives the file in the other format. Throws UnreadableFileError. */
export type Convert = (bytes: Uint8Array, conversion: Conversion) => Promise<Uint8Array>;

/** Formats that a program lays out as pages, as ids. */
export const officeFormats = [
  'doc',
  'docx',
  'odt',
  'rtf',
  'ppt',
  'pptx',
  'odp',
  'xls',
  'xlsx',
  'xlsb',
  'ods',
] as const;
export type OfficeFormat = (typeof officeFormats)[number];

export type Conversion = { from: OfficeFormat; to: 'docx' | 'pptx' | 'pdf' };

export type ParseOptions = {
  /** Page ranges, 1-based, `to` exclusive. Empty or absent: all pages. */
  pages?: { from: number; to: number }[];
  /** Recognise columns, headings, tables, running headers. Off: plain text in stored order. */
  layoutRecognition?: boolean;
  /** Pages that were recognised before: their text takes the place of the missing text layer. */
  recognised?: RecognisedPage[];
  /** What a recording says: readers of sound make blocks of it, and none without it. */
  speech?: SpeechSegment[];
  /** Turns old formats into readable ones; absent where no program does that. */
  convert?: Convert | undefined;
  /** Mails that this file came with, one inside the other; absent: none. */
  mailDepth?: number;
  /** Keep only the main content of HTML pages, without site navigation. */
  mainContentOnly?: boolean;
  /** Read running lines, page numbers and contents pages as text like any other. */
  leaveNothingOut?: boolean;
  /** Leave pages without text as they are: the caller only wants to know of them, by their warnings. */
  skipTextless?: boolean;
  /** Render tables in sheets as rows of cells (always in `table`); here only a cap, default 1,000,000. */
  maxCells?: number;
  /** Reports work done so far; the unit is pages, slides, sheets or rows as the format has them. */
  onProgress?: (done: number, total: number) => void;
};

export type FileInput = { name: string; bytes: Uint8Array; mediaType?: string };

/** One file format: one file in `formats/`, one line in `formats/index.ts`. */
export type FileFormat = {
  id: string;
  /** Lower-case extensions without the dot. */
  extensions: readonly string[];
  mediaTypes: readonly string[];
  /** Plain text, recognised by the extension; without it, a file must have the content of the format. */
  isText?: boolean;
  /** Names of the detected signatures that are of this format, for binary formats. */
  signatures?: readonly string[];
  read: (input: FileInput, options: ParseOptions) => Promise<ParsedDocument>;
  /**
   * The words of the file by another way than `read`, to find what that loses; undefined where the file is too large to
   * be read twice. Absent: `read` tells them itself, or infers nothing.
   */
  readSource?: (input: FileInput) => Promise<SourceText[] | undefined>;
  /** For formats whose pages may be pictures of text. */
  pagePictures?: () => Promise<PagePictures>;
};

/** A drawn page: one byte a pixel, 0 black, rows from the top. */
export type GreyPicture = {
  pixels: Uint8Array;
  width: number;
  height: number;
  /** Pixels an inch, as far as known: engines judge the size of letters by it. */
  dpi: number;
};

export type PictureOptions = {
  /** Width of the picture in pixels; the height follows from what is drawn. */
  widthPx: number;
  /** Default JPEG, quality 80. */
  type?: 'jpeg' | 'png';
  /** The part of the page to draw, as fractions of the displayed page; the whole page without. */
  clip?: Omit<Box, 'page'>;
};

/** Pages of a file as pictures. All of it throws UnreadableFileError as reading does. */
export type PagePictures = {
  /** Pages without text that can be read, 1-based, in order. */
  listTextless: (bytes: Uint8Array, options: Pick<ParseOptions, 'pages' | 'onProgress'>) => Promise<number[]>;
  /** Draws pages one after the other, so large that text can be recognised; undefined where it cannot be drawn. */
  renderGrey: (
    bytes: Uint8Array,
    pages: readonly number[],
    use: (page: number, picture: GreyPicture | undefined) => Promise<void>,
  ) => Promise<void>;
  /** One page or a part of it as an encoded picture, of no more than 25 megapixels. */
  draw: (bytes: Uint8Array, page: number, options: PictureOptions) => Promise<Uint8Array>;
};

export function defineFormat(format: FileFormat): FileFormat {
  return format;
}
