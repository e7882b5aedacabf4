import type { Box } from '@lectern/parsing';

/** What a chunk consists of: running text, one table, or one figure with its caption. */
export type ChunkKind = 'text' | 'table' | 'image';

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
  kind: ChunkKind;
  /** The figure to show with it. */
  imageBlockId?: string;
};
