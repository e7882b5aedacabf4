import type { Block, ParsedDocument } from '@lectern/parsing';

/** A part of a document that is cut apart from its neighbours: a block, or lines of one. */
export type Segment = {
  block: Block;
  /** Half-open range in the block's own text. */
  from: number;
  to: number;
  /** It names what follows, be it a heading of the reader or a numbered line: never left alone. */
  isTitle: boolean;
  /** Titles of the headings above it, its own included where it is one. */
  headingPath: string[];
};

/** The blocks of a document under the headings that its reader found. Page headers and footers are left out. */
export function listSegments(document: Pick<ParsedDocument, 'blocks'>): Segment[] {
  const titles = new Map<string, string>();
  const segments: Segment[] = [];
  for (const block of document.blocks) {
    if (block.type === 'page_header' || block.type === 'page_footer') continue;
    const isTitle = block.type === 'heading';
    if (isTitle) titles.set(block.id, headingTitle(block));
    const headingIds = isTitle ? [...block.sectionPath, block.id] : block.sectionPath;
    const headingPath = headingIds.map((id) => titles.get(id) ?? '').filter((title) => title !== '');
    segments.push({ block, from: 0, to: block.text.length, isTitle, headingPath });
  }
  return segments;
}

/** The title of a heading as paths show it, with its number where that is not part of the text. */
export function headingTitle(block: Block): string {
  const text = block.text.replace(/\s+/g, ' ').trim();
  return block.marker && !text.startsWith(block.marker) ? `${block.marker} ${text}` : text;
}
