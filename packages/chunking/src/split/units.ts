import type { Block, ParsedDocument } from '@lectern/parsing';
import { findPageCuts } from './block-boxes.ts';
import { attachCaptions, dropRepeatedCaptions, isOwnCaption } from './captions.ts';
import { listSegments, type Segment } from './segments.ts';
import { splitTable } from './split-table.ts';
import { type Boundary, splitText } from './split-text.ts';
import type { Unit, UnitOptions } from './unit.ts';

const SHEET_FORMATS = new Set(['xlsx', 'xls', 'csv', 'ods']);

const CUT_AT: Record<Boundary, number> = { block: 0.8, delimiter: 0.45, sentence: 0.3, word: 0 };
const CUT_BEFORE_HEADING = 1;
const CUT_BETWEEN_ITEMS = 0.6;
/** A caption and what it names, a sentence that ends in a colon and what follows it: better together. */
const CUT_AFTER_LEAD = 0.1;

/** Cuts every block of a document into units in reading order. Page headers and footers are left out. */
export function listUnits(document: ParsedDocument, options: UnitOptions): Unit[] {
  return listSegmentUnits(listSegments(document), document.format, options).flat();
}

/** Cuts segments of a document of that format, in reading order: the units of each. */
export function listSegmentUnits(
  segments: readonly Segment[],
  format: string,
  options: UnitOptions,
): Unit[][] {
  const sheetStyle = SHEET_FORMATS.has(format) ? options.sheetStyle : 'markdown';
  const tied = attachCaptions(segments);
  let previous: Segment | undefined;
  // What is right below headings or a caption is cut so that its first part fits with them: they are never left alone.
  let headingTokens = 0;
  const units = segments.map((segment, index): Unit[] => {
    const { block, headingPath } = segment;
    const next = segments[index + 1];
    const isFollowed = next !== undefined && tied.has(next);
    const isCaptioned = isFollowed && block.table && !isOwnCaption(next, segment);
    const captionTokens = isCaptioned ? options.countTokens(next.block.text) + 1 : 0;
    const most = (block.table && options.tableBudget) || options.budget;
    const budget = Math.max(most - headingTokens - captionTokens, Math.ceil(most / 2));
    const fitting = { ...options, budget };
    const parts = block.table ? splitTable(block, sheetStyle, fitting) : splitSegmentText(segment, fitting);
    if (parts.length === 0) return [];
    const cutBefore = rateCut(previous, segment);
    const isTied = tied.has(segment);
    previous = segment;
    const isSilent = isFollowed && isOwnCaption(segment, next);
    headingTokens = segment.isTitle || isFollowed ? headingTokens + (isSilent ? 0 : sumTokens(parts)) : 0;
    return parts.map((part, at) => ({
      ...part,
      headingPath,
      cutBefore: at === 0 ? cutBefore : part.cutBefore,
      ...(segment.isTitle || block.type === 'heading' ? { isTitle: true } : {}),
      ...(at === 0 && isTied ? { isTied } : {}),
    }));
  });
  return dropRepeatedCaptions(segments, units, tied);
}

/** Tokens of parts with the line break after each. */
function sumTokens(parts: readonly UnitPart[]): number {
  return parts.reduce((sum, part) => sum + part.tokens + 1, 0);
}

function rateCut(previous: Segment | undefined, { block, isTitle, from }: Segment): number {
  if (isTitle) return CUT_BEFORE_HEADING;
  if (!previous) return CUT_AT.block;
  if (previous.block === block) return from > 0 ? CUT_AT.block : CUT_AT.delimiter;
  if (previous.block.type === 'caption' || block.type === 'caption' || /[:：]$/.test(previous.block.text))
    return CUT_AFTER_LEAD;
  if (previous.block.type === 'list_item' && block.type === 'list_item') return CUT_BETWEEN_ITEMS;
  return CUT_AT.block;
}

type UnitPart = Omit<Unit, 'headingPath' | 'isTitle' | 'isTied'>;

function splitSegmentText({ block, from, to }: Segment, options: UnitOptions): UnitPart[] {
  if (block.text.slice(from, to).trim() === '') {
    // A figure without words: it costs nothing and goes with the text around it.
    return block.type === 'image' && block.image?.bytes
      ? [{ block, from: 0, to: 0, prefix: '', tokens: 0, cutBefore: 0, startsChunk: false, ...pageOf(block) }]
      : [];
  }
  const prefix = from === 0 ? blockPrefix(block) : '';
  const pages = options.groupByPage ? findPageCuts(block) : [];
  if (pages.length < 2) return splitRange(block, { from, to }, prefix, options, pageOf(block));
  return pages
    .map((part) => ({ page: part.page, from: Math.max(part.from, from), to: Math.min(part.to, to) }))
    .filter((part) => part.from < part.to)
    .flatMap(({ page, ...range }) =>
      splitRange(block, range, range.from === 0 ? prefix : '', options, { page, endsWithPage: true }),
    );
}

function splitRange(
  block: Block,
  { from, to }: { from: number; to: number },
  wantedPrefix: string,
  options: UnitOptions,
  place: Pick<Unit, 'page' | 'endsWithPage'>,
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
  // What is said and not shown; no word of it, so that it fits every language.
  if (block.type === 'slide_notes') return '🗒 ';
  if (block.type === 'list_item') {
    const indent = '  '.repeat(Math.min(Math.max((block.level ?? 1) - 1, 0), 8));
    return /^[\p{L}\p{N}(]/u.test(marker) ? indent + marker : `${indent}- `;
  }
  return '';
}

function pageOf(block: Block): { page?: number } {
  return block.page === undefined ? {} : { page: block.page };
}
