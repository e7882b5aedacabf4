import { matchText, type SearchedPiece } from '../find/match-text.ts';
import type { LongTable } from './long-tables.ts';

/** A text node, or a row of a long table that may not be drawn. */
type Source = { node: Text } | { table: LongTable; row: number };
type Piece = SearchedPiece & { source: Source };

/** A place where the words stand: in what is drawn, or the n-th in a row of a long table. */
export type TextMatch = { ranges: Range[] } | { table: LongTable; row: number; nth: number };

/** Pieces between two looks at the screen. */
const piecesAtOnce = 2_000;
const blockElements = 'p,li,td,th,h1,h2,h3,h4,h5,h6,pre,figcaption,caption,aside,div,blockquote,dt,dd';

function listPieces(root: Node, longTables: ReadonlyMap<Element, LongTable> = new Map()): Piece[] {
  const pieces: Piece[] = [];
  let block: Element | null | undefined;
  const walker = window.document.createTreeWalker(
    root,
    NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT,
    (node) => {
      const table = node instanceof Element ? longTables.get(node) : undefined;
      if (!table) return NodeFilter.FILTER_ACCEPT;
      endLine();
      table.rowTexts.forEach((text, row) => {
        pieces.push({ text, endsLine: true, source: { table, row } });
      });
      return NodeFilter.FILTER_REJECT;
    },
  );
  function endLine(): void {
    const last = pieces.at(-1);
    if (last) last.endsLine = true;
  }
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      if (node.localName === 'br') endLine();
      continue;
    }
    if (!(node instanceof Text)) continue;
    const parent = node.parentElement?.closest(blockElements);
    if (parent !== block) endLine();
    block = parent;
    pieces.push({ text: node.data, endsLine: false, source: { node } });
  }
  return pieces;
}

function toRanges(pieces: readonly Piece[], match: ReturnType<typeof matchText>[number]): Range[] {
  return match.flatMap(({ piece, start, end }) => {
    const source = pieces[piece]?.source;
    if (!source || !('node' in source)) return [];
    const range = new Range();
    range.setStart(source.node, start);
    range.setEnd(source.node, end);
    return [range];
  });
}

/** Every place in a rendered document where the words stand, a stretch of it at a time. */
export async function* searchText(
  root: Node,
  longTables: ReadonlyMap<Element, LongTable>,
  query: string,
): AsyncGenerator<TextMatch[]> {
  const all = listPieces(root, longTables);
  let from = 0;
  while (from < all.length) {
    let to = Math.min(from + piecesAtOnce, all.length);
    while (to < all.length && !all[to - 1]!.endsLine) to += 1;
    const pieces = all.slice(from, to);
    const inRow = new Map<Source, number>();
    yield matchText(pieces, query).flatMap((match): TextMatch[] => {
      const source = pieces[match[0]!.piece]!.source;
      if ('node' in source) return [{ ranges: toRanges(pieces, match) }];
      const nth = inRow.get(source) ?? 0;
      inRow.set(source, nth + 1);
      return [{ ...source, nth }];
    });
    from = to;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** The ranges of a match; a row of a long table is drawn for it. */
export function revealMatch(match: TextMatch, query: string): Range[] {
  if ('ranges' in match) return match.ranges;
  const row = match.table.revealRow(match.row);
  const pieces = row ? listPieces(row) : [];
  const found = matchText(pieces, query)[match.nth];
  return found ? toRanges(pieces, found) : [];
}
