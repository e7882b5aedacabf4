import type { TableCell } from '../parsed-document.ts';
import { findRegions, type Region } from './aligned-tables.ts';
import { buildFragments, buildRows, type Row } from './lines.ts';
import { buildRowLine, type Line, type PageItem, type TableItem } from './page-draft.ts';
import { type PageGeometry, toBox, turnBack, turnUpright } from './page-geometry.ts';
import type { PageObjects, Ruling } from './page-objects.ts';
import type { Word } from './page-text.ts';
import { findRuledTables } from './ruled-tables.ts';
import { type FoundTable, toTableCell } from './table-cells.ts';

type Page = { number: number; geometry: PageGeometry };

/** Puts the words of a page into lines and tables in reading order: stored order, save where columns interleave. */
export function layOutPage(words: readonly Word[], objects: PageObjects, page: Page): PageItem[] {
  const items: PageItem[] = [];
  for (const [direction, turned] of groupByDirection(words)) {
    const rulings = direction === 4 ? [] : turnRulings(objects.rulings, direction, page.geometry);
    items.push(...layOutDirection(turned, rulings, direction, page));
  }
  return items;
}

/** Lines in stored order, nothing recognised. */
export function listLines(words: readonly Word[]): Line[] {
  return buildLines(buildRows(buildFragments(words)));
}

/** Text that runs the way most of the page does comes first; stamps in the margin follow. */
function groupByDirection(words: readonly Word[]): [number, Word[]][] {
  const groups = new Map<number, Word[]>();
  for (const word of words) {
    const group = groups.get(word.style.direction);
    if (group) group.push(word);
    else groups.set(word.style.direction, [word]);
  }
  return [...groups].sort((a, b) => b[1].length - a[1].length);
}

function turnRulings(rulings: readonly Ruling[], direction: number, page: PageGeometry): readonly Ruling[] {
  if (direction === 0) return rulings;
  const swaps = direction % 2 === 1;
  return rulings.map((ruling) => ({
    ...turnUpright(ruling, direction, page.width, page.height),
    horizontal: swaps ? !ruling.horizontal : ruling.horizontal,
  }));
}

function layOutDirection(
  words: Word[],
  rulings: readonly Ruling[],
  direction: number,
  page: Page,
): PageItem[] {
  const ruled = findRuledTables(rulings, words);
  const owner = new Map<Word, FoundTable>();
  for (const table of ruled) for (const word of table.words) owner.set(word, table);
  const items: PageItem[] = [];
  const placed = new Set<FoundTable>();
  let stretch: Word[] = [];
  const flush = () => {
    if (stretch.length > 0) items.push(...layOutStretch(stretch, rulings, direction, page));
    stretch = [];
  };
  // A ruled table stands where its first word is stored.
  for (const word of words) {
    const table = owner.get(word);
    if (table === undefined) stretch.push(word);
    else if (!placed.has(table)) {
      flush();
      placed.add(table);
      items.push(toTableItem(table, direction, page));
    }
  }
  flush();
  return items;
}

function layOutStretch(
  words: readonly Word[],
  rulings: readonly Ruling[],
  direction: number,
  page: Page,
): PageItem[] {
  const rows = buildRows(buildFragments(words));
  const regions: Region[] = direction === 4 ? [{ kind: 'rows', rows }] : findRegions(rows, rulings);
  return regions.flatMap((region): PageItem[] => {
    if (region.kind === 'table') return [toTableItem(region.table, direction, page)];
    if (region.kind === 'rows') return buildLines(region.rows);
    return region.columns.flatMap((column) => buildLines(column));
  });
}

function buildLines(rows: readonly Row[]): Line[] {
  return rows.map(buildRowLine);
}

function toTableItem(table: FoundTable, direction: number, { number, geometry }: Page): TableItem {
  const { width, height } = geometry;
  return {
    kind: 'table',
    direction,
    x0: table.x0,
    y0: table.y0,
    x1: table.x1,
    y1: table.y1,
    table: {
      rows: table.rows.map((row) =>
        row.map(
          (cell): TableCell => ({
            ...toTableCell(cell),
            box: toBox(turnBack(cell.box, direction, width, height), number, width, height),
          }),
        ),
      ),
    },
  };
}
