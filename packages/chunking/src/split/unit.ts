import type { Block } from '@lectern/parsing';
import type { TableStyle } from '../render/table-text.ts';
import type { CountTokens } from '../tokens.ts';
import type { Delimiters } from './delimiters.ts';

/** The smallest part of a document that is never cut again; chunks are runs of units. */
export type Unit = {
  block: Block;
  /** Half-open range in the block's own text. */
  from: number;
  to: number;
  /** Markdown that is before the text: "## ", "- ". */
  prefix: string;
  /** Set where the text is not the block's own, as in tables. */
  rendered?: string;
  /** Tokens of prefix and text. */
  tokens: number;
  /** How good it is to cut before this unit, 0 to 1. */
  cutBefore: number;
  startsChunk: boolean;
  page?: number;
  /** Cut at the end of its page: what the estimate of that place lights up on another page is not its own. */
  endsWithPage?: true;
  /** Titles of the headings above it, its own included where it is one. */
  headingPath: string[];
  /** It names what follows: never left alone at the end of a chunk. */
  isTitle?: boolean;
  /** It belongs with the unit before it, such as a table with its caption: never cut there if both fit one chunk. */
  isTied?: boolean;
};

export type UnitOptions = {
  budget: number;
  /** Most tokens of a part of a table, where it is another number. */
  tableBudget?: number;
  delimiters: Delimiters;
  countTokens: CountTokens;
  groupByPage: boolean;
  /** How tables of spreadsheets are written; others are always Markdown. */
  sheetStyle: TableStyle;
};
