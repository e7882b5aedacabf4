import type { ChunkKind } from '@lectern/contract';
import type { Box } from '@lectern/parsing';

/** A cell or fact with its type; dates as ISO 8601. */
export type FieldValue = string | number | boolean | null;

/** A piece of a document that is found, shown and cited as one. */
export type Chunk = {
  /** Position in the document, from 0. */
  ordinal: number;
  /** Markdown. */
  text: string;
  /** Titles of the headings above all of the chunk, outermost first. */
  headingPath: string[];
  /** 1-based page, slide or sheet where it begins and, when it is another, where it ends. */
  page?: number;
  pageEnd?: number;
  /** Where it lies on its pages; empty where the format has no geometry. */
  boxes: Box[];
  /** Half-open range in `documentText(document)`; a repeated tail of the chunk before is inside it. */
  charRange: { start: number; end: number };
  /** Ids of the blocks it was made of, in reading order. */
  blockIds: string[];
  /** Tokens of `text` in the o200k vocabulary. */
  tokens: number;
  keywords: string[];
  /** Questions that it answers; each is found like a title. A `question_answer` chunk has its question here. */
  questions: string[];
  kind: ChunkKind;
  /** The figure to show with it. */
  imageBlockId?: string;
  /** The page whose picture is to be shown with it, such as a slide's. */
  imagePage?: number;
  /** Kind `row`: index in `ChunkResult.tables`, and its cells by column key. Kind `profile`: facts by field name. */
  tableIndex?: number;
  fields?: Record<string, FieldValue>;
};

export const columnTypes = ['text', 'integer', 'number', 'boolean', 'date'] as const;
export type ColumnType = (typeof columnTypes)[number];

/** A sheet or table whose rows became chunks with typed fields. */
export type ChunkTable = {
  name: string;
  page?: number;
  /** `key` is the column's name in `Chunk.fields`: unique in its table, letters, digits and underscores. */
  columns: { key: string; name: string; type: ColumnType; synonyms: string[]; examples: string[] }[];
  rowCount: number;
};

/** What cutting a document gives. */
export type ChunkResult = {
  chunks: Chunk[];
  /** Only of methods that read rows. */
  tables?: ChunkTable[];
  /** Facts about the document that the method read, such as a person's name or a paper's authors. */
  facts?: Record<string, string>;
  /** Things that were left out, for people to know: a text key with its details. */
  notes?: { key: string; details: Record<string, string | number> }[];
};
