import type { RenderedDocument } from '@lectern/contract';
import { findText } from '../find-text.ts';
import type { Passage } from '../passage.ts';
import { markRange, readPieces, removeMarks } from './block-text.ts';
import type { LongTable } from './long-tables.ts';

function findElement(root: ParentNode, blockId: string): Element | null {
  return root.querySelector(`[data-block-id="${CSS.escape(blockId)}"]`);
}

function markQuote(elements: readonly Element[], quote: string): HTMLElement[] {
  const pieces = elements.flatMap((element) => readPieces(element)).filter((piece) => piece.node !== null);
  const found = findText(
    pieces.map(({ text }) => text),
    quote,
  );
  // From the end: wrapping splits a node, and what comes before keeps its offsets.
  return found
    .toReversed()
    .flatMap(({ piece, start, end }) => markRange([pieces[piece]!], start, end, 'quote'))
    .reverse();
}

/**
 * Marks the passage in a rendered document: blocks that lie wholly inside are washed as a block, others from
 * offset to offset, and the quote stands out inside. Returns the element to scroll to.
 */
export function markPassage(
  root: ParentNode,
  blocks: RenderedDocument['blocks'],
  passage: Passage | undefined,
  longTables: ReadonlyMap<string, LongTable> = new Map(),
): Element | undefined {
  removeMarks(root);
  if (!passage) return undefined;
  const range = passage.charRange;
  const touched = range ? blocks.filter(({ start, end }) => start < range.end && end > range.start) : [];
  let first: Element | undefined;
  const inside: Element[] = [];
  for (const { id, start, end } of range ? touched : []) {
    const element = findElement(root, id);
    if (!element || !range) continue;
    const longTable = longTables.get(id);
    if (longTable) {
      const rows = longTable.reveal(range.start - start, range.end - start);
      for (const row of rows) row.classList.add('passage-block');
      inside.push(...rows);
      first ??= rows[0];
      continue;
    }
    inside.push(element);
    if (range.start <= start && range.end >= end) {
      element.classList.add('passage-block');
      first ??= element;
      continue;
    }
    const pieces = readPieces(element);
    const shown = pieces.reduce((length, { text }) => length + text.length, 0);
    // Where the rendered text is not the document's letter for letter, offsets cannot be trusted: the block must do.
    const marks =
      shown === end - start
        ? markRange(pieces, Math.max(range.start - start, 0), Math.min(range.end, end) - start, 'passage')
        : [];
    if (marks.length === 0) element.classList.add('passage-block');
    first ??= marks[0] ?? element;
  }
  const pageStart = passage.page
    ? root.querySelector(`[data-page-start="${passage.page}"], [data-page="${passage.page}"]`)
    : null;
  if (!passage.quote) return first ?? pageStart ?? undefined;
  const everywhere = [...root.querySelectorAll('[data-block-id]')];
  const quoteMarks = inside.length > 0 ? markQuote(inside, passage.quote) : [];
  const marks = quoteMarks.length > 0 || range ? quoteMarks : markQuote(everywhere, passage.quote);
  return marks[0] ?? first ?? pageStart ?? undefined;
}
