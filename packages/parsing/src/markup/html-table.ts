import type { Table, TableCell } from '../parsed-document.ts';
import { withMarks } from '../text-marks.ts';
import { inlineText, readInline } from './html-text.ts';
import { findAttribute, type HtmlElement, isElement, isInvisible } from './html-tree.ts';

const MAX_SPAN = 1_000;

/** Reads a data table: caption, header cells, spans; the text of nested tables stays in its cell. */
export function readHtmlTable(element: HtmlElement): Table {
  const caption = element.childNodes.find((node) => isElement(node) && node.tagName === 'caption');
  const captionText = caption ? inlineText(caption as HtmlElement) : '';
  const rows = listRows(element).map(({ row, isHead }) =>
    listCells(row).map((cell): TableCell => {
      const rowspan = readSpan(cell, 'rowspan');
      const colspan = readSpan(cell, 'colspan');
      const { text, marks } = readInline(cell);
      return {
        text,
        ...withMarks(marks),
        ...(rowspan > 1 ? { rowspan } : {}),
        ...(colspan > 1 ? { colspan } : {}),
        ...(isHead || cell.tagName === 'th' ? { header: true } : {}),
      };
    }),
  );
  return {
    rows: rows.filter((cells) => cells.length > 0),
    ...(captionText === '' ? {} : { caption: captionText }),
  };
}

/** Whether a table only arranges a page or mail: no header, and a single column, nested tables or long texts. */
export function isLayoutTable(element: HtmlElement): boolean {
  const role = findAttribute(element, 'role');
  if (role === 'presentation' || role === 'none') return true;
  const rows = listRows(element).map(({ row }) => listCells(row));
  const cells = rows.flat();
  if (cells.length === 0) return true;
  if (cells.some((cell) => cell.tagName === 'th')) return false;
  if (
    element.childNodes.some(
      (node) => isElement(node) && (node.tagName === 'thead' || node.tagName === 'caption'),
    )
  )
    return false;
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns < 2 || rows.length < 2) return true;
  return cells.some((cell) => hasDescendant(cell, LAYOUT_CONTENT));
}

const LAYOUT_CONTENT = new Set(['table', 'h1', 'h2', 'h3', 'h4', 'article', 'section']);

function hasDescendant(element: HtmlElement, tagNames: ReadonlySet<string>): boolean {
  return element.childNodes.some(
    (node) => isElement(node) && (tagNames.has(node.tagName) || hasDescendant(node, tagNames)),
  );
}

function listRows(table: HtmlElement): { row: HtmlElement; isHead: boolean }[] {
  const rows: { row: HtmlElement; isHead: boolean }[] = [];
  for (const child of table.childNodes) {
    if (!isElement(child) || isInvisible(child)) continue;
    if (child.tagName === 'tr') rows.push({ row: child, isHead: false });
    else if (/^t(?:head|body|foot)$/.test(child.tagName)) {
      for (const row of child.childNodes) {
        if (isElement(row) && row.tagName === 'tr' && !isInvisible(row)) {
          rows.push({ row, isHead: child.tagName === 'thead' });
        }
      }
    }
  }
  return rows;
}

function listCells(row: HtmlElement): HtmlElement[] {
  return row.childNodes.filter(
    (node): node is HtmlElement => isElement(node) && (node.tagName === 'td' || node.tagName === 'th'),
  );
}

function readSpan(cell: HtmlElement, name: string): number {
  const value = Number.parseInt(findAttribute(cell, name) ?? '1', 10);
  return Number.isFinite(value) ? Math.min(Math.max(value, 1), MAX_SPAN) : 1;
}
