import type { ParsedDocument } from '@lectern/parsing';
import { listLineSegments, segmentText } from '../split/line-segments.ts';
import { listSegments, type Segment } from '../split/segments.ts';
import { findRowOffsets } from '../split/split-table.ts';
import { openGrid } from './table-lines.ts';

/** A line of a résumé: what is read of it, and where it stands. */
export type ResumeLine = {
  segment: Segment;
  text: string;
  isItem: boolean;
  /** A line of a table that lays out the page is written like any other, its cells one after another. */
  rendered?: string;
};

/** The lines of a résumé in reading order. Rows of tables are lines: they often only lay out the page. */
export function listResumeLines(document: ParsedDocument): ResumeLine[] {
  return listLineSegments(listSegments(document)).flatMap((segment): ResumeLine[] => {
    const { block } = segment;
    if (block.table) {
      const rows = openGrid(block.table);
      const offsets = findRowOffsets(block, rows.length);
      return rows.flatMap((cells, row) => {
        const text = cells.filter((cell) => cell !== '').join(' | ');
        return text === ''
          ? []
          : [{ segment: { ...segment, ...offsets(row, row + 1) }, text, isItem: false, rendered: text }];
      });
    }
    const text = segmentText(segment).replace(/\s+/g, ' ').trim();
    const isItem = block.type === 'list_item' || /^[•·▪‣*–-]\s/.test(text);
    return [{ segment, text, isItem }];
  });
}
