import type { Block, ParsedDocument } from '@lectern/parsing';
import type { TableStyle } from '../render/table-text.ts';
import type { CountTokens } from '../tokens.ts';
import { findPageCuts } from './block-boxes.ts';
import type { Delimiters } from './delimiters.ts';
import { splitTable } from './split-table.ts';
import { type Boundary, splitText } from './split-text.ts';

/** The smallest part of a document that is never cut again; chunks are runs of units. */
export type Unit = {
  block: Block;
  /** Half-open range in the block's own text. */
  from: number;
  to: number;
  /** Markdown that stands before the text: "## ", "- ". */
  prefix: string;
  /** Set where the text is not the block's own, as in tables. */
  rendered?: string;
  /** Tokens of prefix and text. */
  tokens: number;
  /** How good it is to cut before this unit, 0 to 1. */
  cutBefore: number;
  startsChunk: boolean;
  page?: number;
  /** Titles of the headings above it, its own included where it is one. */
  headingPath: string[];
};

export type UnitOptions = {
  budget: number;
  delimiters: Delimiters;
  countTokens: CountTokens;
  groupByPage: boolean;
  /** How tables of spreadsheets are written; others are always Markdown. */
  sheetStyle: TableStyle;
};

const SHEET_FORMATS = new Set(['xlsx', 'xls', 'csv', 'ods']);

const CUT_AT: Record<Boundary, number> = { block: 0.8, delimiter: 0.45, sentence: 0.3, word: 0 };
const CUT_BEFORE_HEADING = 1;
const CUT_BETWEEN_ITEMS = 0.6;
/** A caption and what it names, a sentence that ends in a colon and what follows it: better together. */
const CUT_AFTER_LEAD = 0.1;

/** Cuts every block of a document into units in reading order. Page headers and footers are left out. */
export function listUnits(document: ParsedDocument, options: UnitOptions): Unit[] {
  const titles = new Map<string, string>();
  const units: Unit[] = [];
  const sheetStyle = SHEET_FORMATS.has(document.format) ? options.sheetStyle : 'markdown';
  let previous: Block | undefined;
  // What stands right below headings is cut so that its first part fits with them: they are never left alone.
  let headingTokens = 0;
  for (const block of document.blocks) {
    if (block.type === 'page_header' || block.type === 'page_footer') continue;
    if (block.type === 'heading') titles.set(block.id, headingTitle(block));
    const headingIds = block.type === 'heading' ? [...block.sectionPath, block.id] : block.sectionPath;
    const headingPath = headingIds.map((id) => titles.get(id) ?? '').filter((title) => title !== '');
    const budget = Math.max(options.budget - headingTokens, Math.ceil(options.budget / 2));
    const fitting = { ...options, budget };
    const parts = block.table ? splitTable(block, sheetStyle, fitting) : splitBlockText(block, fitting);
    const cutBefore = rateCut(previous, block);
    parts.forEach((part, index) => {
      units.push({ ...part, headingPath, cutBefore: index === 0 ? cutBefore : part.cutBefore });
    });
    if (parts.length === 0) continue;
    previous = block;
    headingTokens = block.type === 'heading' ? headingTokens + sumTokens(parts) : 0;
  }
  return units;
}

/** Tokens of parts with the line break after each. */
function sumTokens(parts: readonly UnitPart[]): number {
  return parts.reduce((sum, part) => sum + part.tokens + 1, 0);
}

/** The title of a heading as paths show it, with its number where that is not part of the text. */
export function headingTitle(block: Block): string {
  const text = block.text.replace(/\s+/g, ' ').trim();
  return block.marker && !text.startsWith(block.marker) ? `${block.marker} ${text}` : text;
}

function rateCut(previous: Block | undefined, block: Block): number {
  if (block.type === 'heading') return CUT_BEFORE_HEADING;
  if (!previous) return CUT_AT.block;
  if (previous.type === 'caption' || block.type === 'caption' || /[:：]$/.test(previous.text))
    return CUT_AFTER_LEAD;
  if (previous.type === 'list_item' && block.type === 'list_item') return CUT_BETWEEN_ITEMS;
  return CUT_AT.block;
}

type UnitPart = Omit<Unit, 'headingPath'>;

function splitBlockText(block: Block, options: UnitOptions): UnitPart[] {
  if (block.text.trim() === '') {
    // A figure without words: it costs nothing and goes with the text around it.
    return block.type === 'image' && block.image?.bytes
      ? [{ block, from: 0, to: 0, prefix: '', tokens: 0, cutBefore: 0, startsChunk: false, ...pageOf(block) }]
      : [];
  }
  const pages = options.groupByPage ? findPageCuts(block) : [];
  if (pages.length < 2)
    return splitRange(block, 0, block.text.length, blockPrefix(block), options, pageOf(block));
  return pages.flatMap(({ page, from, to }, index) =>
    splitRange(block, from, to, index === 0 ? blockPrefix(block) : '', options, { page }),
  );
}

function splitRange(
  block: Block,
  from: number,
  to: number,
  wantedPrefix: string,
  options: UnitOptions,
  place: { page?: number },
): UnitPart[] {
  const { budget, countTokens, delimiters } = options;
  const prefixTokens = wantedPrefix === '' ? 0 : countTokens(wantedPrefix);
  const prefix = prefixTokens * 4 > budget ? '' : wantedPrefix;
  const text = from === 0 && to === block.text.length ? block.text : block.text.slice(from, to);
  const fence = block.type === 'code' ? CODE_FENCE_TOKENS : 0;
  const room = Math.max(1, budget - fence - (prefix === '' ? 0 : prefixTokens));
  const pieces = splitText(text, { budget: room, delimiters, countTokens });
  return pieces.map((piece, index) => ({
    block,
    from: from + piece.start,
    to: from + piece.end,
    prefix: index === 0 ? prefix : '',
    tokens: piece.tokens + (index === 0 && prefix !== '' ? prefixTokens : 0),
    cutBefore: index === 0 ? CUT_AT.block : CUT_AT[pieces[index - 1]!.boundary],
    startsChunk: piece.startsChunk,
    ...place,
  }));
}

/** Tokens that the fences around code may cost. */
export const CODE_FENCE_TOKENS = 6;

function blockPrefix(block: Block): string {
  const marker = block.marker && !block.text.startsWith(block.marker) ? `${block.marker} ` : '';
  if (block.type === 'heading') return `${'#'.repeat(block.level ?? 1)} ${marker}`;
  if (block.type === 'list_item') {
    const indent = '  '.repeat(Math.min(Math.max((block.level ?? 1) - 1, 0), 8));
    return /^[\p{L}\p{N}(]/u.test(marker) ? indent + marker : `${indent}- `;
  }
  return '';
}

function pageOf(block: Block): { page?: number } {
  return block.page === undefined ? {} : { page: block.page };
}
