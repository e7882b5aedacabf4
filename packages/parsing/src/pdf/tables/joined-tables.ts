import type { Table, TableCell } from '../../parsed-document.ts';
import { countHeaderRows, layTableGrid } from '../../table-grid.ts';
import type { Element } from '../text/element.ts';
import { isNumeric } from './table-cells.ts';

/** What may be between the parts of a table that continues on the next page. */
const BETWEEN: ReadonlySet<Element['type']> = new Set(['page_header', 'page_footer', 'footnote']);
const CONTINUED = /\b(?:continued|cont[’']?d|suite|fortsetzung)\b|续|續|つづき|계속/iu;
/** Share of the page's width by which the edges of the parts may differ. */
const EDGE_TOLERANCE = 0.02;
/** Shares of the page's height: the first part ends low, the second begins high. */
const LOW = 0.6;
const HIGH = 0.35;
/** More rows than this stay in several blocks: nobody shows or cuts them as one. */
const MAX_ROWS = 2000;

/**
 * Joins tables that continue over the page break: the same columns at the same place, with nothing but running
 * lines between, and a head that is repeated or missing. Returns the elements that remain, in order.
 */
export function joinTablesAcrossPages(elements: readonly Element[]): Element[] {
  const kept: Element[] = [];
  let open: Element | undefined;
  /** What is above the tables of a page can be their title: "Q2 2022", then "Q3 2022". */
  const titles = collectTitles(elements);
  /** Captions of a part that continues, dropped when it joins. */
  let held: Element | undefined;
  for (const element of elements) {
    if (element.type === 'caption' && open !== undefined && CONTINUED.test(element.text)) {
      held = element;
      continue;
    }
    if (
      element.table &&
      open?.table &&
      continuesTable(open, element) &&
      haveOneTitle(open, element, titles)
    ) {
      open.table = appendRows(open.table, element.table);
      open.parts.push(...element.parts);
      held = undefined;
      continue;
    }
    if (held) kept.push(held);
    held = undefined;
    kept.push(element);
    if (element.table) open = element;
    else if (!BETWEEN.has(element.type)) open = undefined;
  }
  if (held) kept.push(held);
  return kept;
}

function continuesTable(open: Element, next: Element): boolean {
  const last = open.parts.at(-1)!;
  const first = next.parts[0]!;
  if (next.parts.length > 1 || first.page.number !== last.page.number + 1) return false;
  if (last.direction !== first.direction || first.page.width !== last.page.width) return false;
  const caption = next.table!.caption;
  if (caption !== undefined && !CONTINUED.test(caption)) return false;
  if (
    last.direction === 0 &&
    (last.box.y1 < LOW * last.page.height || first.box.y0 > HIGH * first.page.height)
  )
    return false;
  const tolerance = EDGE_TOLERANCE * first.page.width;
  if (Math.abs(last.box.x0 - first.box.x0) > tolerance || Math.abs(last.box.x1 - first.box.x1) > tolerance)
    return false;
  if (open.table!.rows.length + next.table!.rows.length > MAX_ROWS) return false;
  if (countColumns(open.table!) !== countColumns(next.table!)) return false;
  return countRepeatedRows(open.table!, next.table!) > 0 || startsLikeBody(open.table!, next.table!);
}

/** Running headers of each page without their page numbers. */
function collectTitles(elements: readonly Element[]): Map<number, string[]> {
  const titles = new Map<number, string[]>();
  for (const { type, text, parts } of elements) {
    if (type !== 'page_header') continue;
    const title = text.replace(/^\W*\d+\W+|\W+\d+\W*$/g, '').trim();
    const page = parts[0]!.page.number;
    if (/\p{L}{3}/u.test(title)) titles.set(page, [...(titles.get(page) ?? []), title]);
  }
  return titles;
}

function haveOneTitle(open: Element, next: Element, titles: ReadonlyMap<number, string[]>): boolean {
  const before = titles.get(open.parts.at(-1)!.page.number) ?? [];
  const after = titles.get(next.parts[0]!.page.number) ?? [];
  return after.every((title) => before.includes(title));
}

function countColumns(table: Table): number {
  return Math.max(...layTableGrid(table).map((row) => row.length));
}

/** How many rows at the top of `next` are those at the top of `open`. */
function countRepeatedRows(open: Table, next: Table): number {
  const most = Math.min(open.rows.length, next.rows.length - 1, Math.max(1, countHeaderRows(open)));
  let count = 0;
  while (count < most && foldRow(open.rows[count]!) === foldRow(next.rows[count]!)) count++;
  return foldRow(open.rows[0]!) === '' ? 0 : count;
}

function foldRow(row: readonly TableCell[]): string {
  return row
    .map((cell) => cell.text.replace(/\s+/g, ''))
    .join('|')
    .replace(/^\|+$/, '');
}

/** Without a head of its own, the first row has figures where the rows before it have them. */
function startsLikeBody(open: Table, next: Table): boolean {
  const above = layTableGrid(open).at(-1)!;
  const first = layTableGrid(next)[0]!;
  let alike = 0;
  let compared = 0;
  first.forEach((place, column) => {
    const other = above[column];
    if (!place || !other || place.cell.text === '' || other.cell.text === '') return;
    compared++;
    if (isNumeric(place.cell.text) === isNumeric(other.cell.text)) alike++;
  });
  const figures = first.some((place) => place !== undefined && isNumeric(place.cell.text));
  return figures && compared >= 2 && alike >= 0.75 * compared;
}

function appendRows(open: Table, next: Table): Table {
  const repeated = countRepeatedRows(open, next);
  const rows = next.rows.slice(repeated).map((row) =>
    row.map(({ header: _, ...cell }): TableCell => {
      return cell;
    }),
  );
  return { ...open, rows: [...open.rows, ...rows] };
}
