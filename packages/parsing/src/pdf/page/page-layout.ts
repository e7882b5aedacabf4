import type { TableCell } from '../../parsed-document.ts';
import { findInterleavedLettering, findPlace, type Picture } from '../pictures/figures.ts';
import { findRegions, type Region } from '../tables/aligned-tables.ts';
import { findRuledTables } from '../tables/ruled-tables.ts';
import { type FoundTable, toTableCell } from '../tables/table-cells.ts';
import { areOnSameLine, buildFragments, buildRows, type Row } from './lines.ts';
import { buildRowLine, type Line, type PageItem, type TableItem } from './page-draft.ts';
import {
  type PageGeometry,
  type Rectangle,
  rotateUpright,
  toBox,
  uniteAll,
  unrotate,
} from './page-geometry.ts';
import type { Ruling } from './page-objects.ts';
import type { Word } from './page-text.ts';

type Page = { number: number; geometry: PageGeometry };

/** Puts the words of a page into lines and tables in reading order: stored order, save where columns interleave. */
export function layOutPage(
  words: readonly Word[],
  { rulings, pictures }: { rulings: readonly Ruling[]; pictures: readonly Picture[] },
  page: Page,
): PageItem[] {
  const items: PageItem[] = [];
  for (const [direction, turned] of groupByDirection(words)) {
    const upright = direction === 4 ? [] : rotateRulings(rulings, direction, page.geometry);
    const lettering = direction === 0 ? findInterleavedLettering(pictures, turned) : [];
    const apart = new Set(lettering.flatMap((set) => [...set]));
    const text = apart.size === 0 ? turned : turned.filter((word) => !apart.has(word));
    const laidOut = layOutDirection(text, upright, direction, page);
    for (const set of lettering) {
      const lines = listLines([...set]);
      laidOut.splice(findPlace(laidOut, uniteAll(lines)), 0, ...lines);
    }
    items.push(...laidOut);
  }
  return items;
}

/** Lines in stored order, nothing recognised. */
export function listLines(words: readonly Word[]): Line[] {
  return buildLines(buildRows(buildFragments(words)));
}

/** Text that runs the way most of the page does comes first; stamps in the margin follow. */
function groupByDirection(words: readonly Word[]): [number, Word[]][] {
  const direction = words[0]?.style.direction;
  if (direction !== undefined && words.every((word) => word.style.direction === direction)) {
    return [[direction, [...words]]];
  }
  const groups = new Map<number, Word[]>();
  for (const word of words) {
    const group = groups.get(word.style.direction);
    if (group) group.push(word);
    else groups.set(word.style.direction, [word]);
  }
  return [...groups].sort((a, b) => b[1].length - a[1].length);
}

function rotateRulings(rulings: readonly Ruling[], direction: number, page: PageGeometry): readonly Ruling[] {
  if (direction === 0) return rulings;
  const swaps = direction % 2 === 1;
  return rulings.map((ruling) => ({
    ...rotateUpright(ruling, direction, page.width, page.height),
    horizontal: swaps ? !ruling.horizontal : ruling.horizontal,
  }));
}

function layOutDirection(
  words: Word[],
  rulings: readonly Ruling[],
  direction: number,
  page: Page,
): PageItem[] {
  const ruled = findRuledTables(rulings, words).filter(
    (table) => !isBackground(table, page.geometry) && !isDrawing(table),
  );
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
  return joinBullets(placeMarks(items, page));
}

/** Areas of colour that reach the page's edges on three sides are no grid. */
function isBackground({ x0, y0, x1, y1 }: FoundTable, { width, height }: PageGeometry): boolean {
  return x0 <= 1 && x1 >= width - 1 && (y0 <= 1 || y1 >= height - 1);
}

/** A frame around a drawing: most of it is one place, whose words are scattered labels. */
function isDrawing(table: FoundTable): boolean {
  const area = (box: Rectangle) => (box.x1 - box.x0) * (box.y1 - box.y0);
  const [largest] = table.rows.flat().sort((a, b) => area(b.box) - area(a.box));
  if (largest === undefined || area(largest.box) < MIN_DRAWING_SHARE * area(table)) return false;
  const { x0, y0, x1, y1 } = largest.box;
  const inside = [...table.words].filter((word) => {
    const [x, y] = [(word.x0 + word.x1) / 2, (word.y0 + word.y1) / 2];
    return x > x0 && x < x1 && y > y0 && y < y1;
  });
  const labels = buildFragments(inside);
  return labels.length >= MIN_LABELS && inside.length < MAX_LABEL_WORDS * labels.length;
}

/** Of a frame, what one place takes of it; how many labels are in it, and how many words long. */
const MIN_DRAWING_SHARE = 0.4;
const MIN_LABELS = 5;
const MAX_LABEL_WORDS = 3;

/** Bullets stored apart from their items are put before the line that is next to them. */
function joinBullets(items: PageItem[]): PageItem[] {
  const bullets = items.filter((item): item is Line => item.kind === 'line' && LONE_BULLET.test(item.text));
  if (bullets.length === 0) return items;
  const joined = new Set<PageItem>();
  for (const bullet of bullets) {
    const beside = items.find(
      (item): item is Line =>
        item.kind === 'line' &&
        item !== bullet &&
        item.x0 >= bullet.x1 - 1 &&
        item.x0 - bullet.x1 < MAX_BULLET_DISTANCE &&
        areOnSameLine(bullet, item) &&
        !LONE_BULLET.test(item.text),
    );
    if (beside === undefined) continue;
    beside.text = `${bullet.text} ${beside.text}`;
    beside.x0 = bullet.x0;
    joined.add(bullet);
  }
  return items.filter((item) => !joined.has(item));
}

/** Points from a bullet to its text. */
const MAX_BULLET_DISTANCE = 40;
const LONE_BULLET = /^[•●○◦▪■□►➢✓☑☐➔❖◆‣·\uf0b7\uf0a7\uf0d8]$/u;

/** Longest stray text that is taken for a mark of a table's cell. */
const MAX_MARK_LENGTH = 8;

/** Footnote marks of a table are often stored after it: they go back to the cell they are next to. */
function placeMarks(items: PageItem[], { geometry }: Page): PageItem[] {
  const tables = items.filter((item): item is TableItem => item.kind === 'table');
  if (tables.length === 0) return items;
  return items.filter((item) => {
    if (item.kind !== 'line' || item.text.length > MAX_MARK_LENGTH) return true;
    const x = (item.x0 + item.x1) / 2;
    const y = (item.y0 + item.y1) / 2;
    const table = tables.find((other) => x > other.x0 && x < other.x1 && y > other.y0 && y < other.y1);
    if (table === undefined) return true;
    const mark = unrotate(item, item.direction, geometry.width, geometry.height);
    const cell = findNearestCell(
      table,
      (mark.x0 + mark.x1) / 2 / geometry.width,
      (mark.y0 + mark.y1) / 2 / geometry.height,
    );
    if (cell === undefined) return true;
    cell.text = cell.text === '' ? item.text : `${cell.text} ${item.text}`;
    return false;
  });
}

function findNearestCell(table: TableItem, x: number, y: number): TableCell | undefined {
  let nearest: TableCell | undefined;
  let least = Infinity;
  for (const cell of table.table.rows.flat()) {
    if (cell.box === undefined) continue;
    const across = Math.max(cell.box.x0 - x, x - cell.box.x1, 0);
    const down = Math.max(cell.box.y0 - y, y - cell.box.y1, 0);
    // A mark follows its word: cells that end before it come first.
    const distance = across + 3 * down + (cell.text === '' ? 0.05 : 0) + (cell.box.x0 > x ? 0.02 : 0);
    if (distance < least) {
      least = distance;
      nearest = cell;
    }
  }
  return nearest;
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
    letters: [...table.words].map(({ text, style }) => ({ ...style, count: text.length })),
    x0: table.x0,
    y0: table.y0,
    x1: table.x1,
    y1: table.y1,
    table: {
      rows: table.rows.map((row) =>
        row.map(
          (cell): TableCell => ({
            ...toTableCell(cell),
            box: toBox(unrotate(cell.box, direction, width, height), number, width, height),
          }),
        ),
      ),
    },
  };
}
