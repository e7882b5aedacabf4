import type { TableCell } from '../../parsed-document.ts';
import { buildFragments, buildRows } from '../page/lines.ts';
import type { Rectangle } from '../page/page-geometry.ts';
import type { Word } from '../page/page-text.ts';
import { finishText, joinLines, joinWords } from '../text/text-joining.ts';

/** A table found on a page. Cells carry their place in the grid; boxes are points of the upright page. */
export type FoundTable = Rectangle & { rows: FoundCell[][]; words: Set<Word> };

export type FoundCell = {
  text: string;
  rowspan: number;
  colspan: number;
  header: boolean;
  box: Rectangle;
};

const NOTHING = new Set<string>();

/** The text of one cell: its lines in order, joined. */
export function cellText(words: readonly Word[]): string {
  if (words.length === 0) return '';
  const rows = buildRows(buildFragments(words));
  rows.sort((a, b) => a.y0 - b.y0);
  let text = '';
  for (const row of rows) {
    const line = row.fragments.toSorted((a, b) => a.x0 - b.x0).flatMap((fragment) => fragment.words);
    text = joinLines(text, joinWords(line), NOTHING);
  }
  return dropLeaders(finishText(text));
}

/** Dots that lead the eye to the next column say nothing. */
export function dropLeaders(text: string): string {
  return text
    .replace(/(?:\s*\.){4,}\s*/g, ' ')
    .replace(/(?<=[^\s.])(?:\s*\.){2}$/, '')
    .trim();
}

/** Whether a cell holds a figure: digits with signs, currency, percent, a date, or a dash for nothing. */
export function isNumeric(text: string): boolean {
  if (/^\(?0{3}\)?s?$/.test(text)) return false;
  if (/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/.test(text)) return true;
  // Two figures to be held against each other.
  if (/^\d+(?:[.,]\d+)*\s?\/\s?\d+(?:[.,]\d+)*$/.test(text)) return true;
  return NUMERIC.test(text) || /^[$€£¥]?\s*\(?[-–—]+\)?%?$/.test(text);
}

const NUMERIC =
  /^[(<>≈~±+−–-]*\s*(?:[$€£¥]|US\$|[A-Z]{3}\s)?\s*[(+−–-]?\s*\d[\d.,\s' ]*\s*(?:%|‰|bps|x|pp|[MBK])?\)?\s*%?\s*(?:\((?:[a-z]|\d{1,2})\)|(?:\s*[*†‡])+)?$/u;

/** Whether a cell names a year, as heads do. */
export function isYear(text: string): boolean {
  return /^(?:19|20)\d\d$/.test(text);
}

/** Leaves out what the block model takes for granted. */
export function toTableCell(cell: FoundCell): Omit<TableCell, 'box'> {
  return {
    text: cell.text,
    ...(cell.rowspan > 1 ? { rowspan: cell.rowspan } : {}),
    ...(cell.colspan > 1 ? { colspan: cell.colspan } : {}),
    ...(cell.header ? { header: true } : {}),
  };
}
