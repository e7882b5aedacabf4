import { buildFragments, buildRows } from '../page/lines.ts';
import { type Rectangle, uniteAll } from '../page/page-geometry.ts';
import type { Ruling } from '../page/page-objects.ts';
import type { Word } from '../page/page-text.ts';
import { findInterval, type Grid, splitTextColumns, splitTextRows } from './ruled-splitting.ts';
import { cellText, type FoundCell, type FoundTable, isNumeric, isYear } from './table-cells.ts';
import { findColumns } from './table-columns.ts';
import { regroupByHeight } from './table-rows.ts';

/** Lines this near count as one, in points. */
const SNAP = 2.5;
/** Share of a cell's side that must be drawn for the side to part two cells. */
const DRAWN_SHARE = 0.55;
const MAX_GRID_LINES = 400;

/** Finds tables drawn with lines in both directions and puts the words into their cells. */
export function findRuledTables(rulings: readonly Ruling[], words: readonly Word[]): FoundTable[] {
  const tables: FoundTable[] = [];
  for (const group of groupTouching(rulings)) {
    const table = readGrid(group, words);
    if (table !== undefined) tables.push(table);
  }
  return dropNested(tables);
}

/** Groups rulings that touch each other; only groups with lines both ways can be grids. */
function groupTouching(rulings: readonly Ruling[]): Ruling[][] {
  const parents = rulings.map((_, index) => index);
  const find = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root]!;
    while (parents[index] !== root) [parents[index], index] = [root, parents[index]!];
    return root;
  };
  const order = rulings.map((_, index) => index).sort((a, b) => rulings[a]!.y0 - rulings[b]!.y0);
  let active: number[] = [];
  for (const index of order) {
    const ruling = rulings[index]!;
    active = active.filter((other) => rulings[other]!.y1 >= ruling.y0 - SNAP);
    for (const other of active) {
      if (touch(rulings[other]!, ruling)) parents[find(other)] = find(index);
    }
    active.push(index);
  }
  const groups = new Map<number, Ruling[]>();
  rulings.forEach((ruling, index) => {
    const root = find(index);
    const group = groups.get(root);
    if (group) group.push(ruling);
    else groups.set(root, [ruling]);
  });
  return [...groups.values()].filter(
    (group) =>
      group.filter((ruling) => ruling.horizontal).length >= 2 &&
      group.filter((ruling) => !ruling.horizontal).length >= 1,
  );
}

function touch(a: Rectangle, b: Rectangle): boolean {
  return a.x0 <= b.x1 + SNAP && b.x0 <= a.x1 + SNAP && a.y0 <= b.y1 + SNAP && b.y0 <= a.y1 + SNAP;
}

/** Positions of lines, near ones drawn together, in rising order. */
function cluster(values: number[]): number[] {
  values.sort((a, b) => a - b);
  const lines: { sum: number; count: number; last: number }[] = [];
  for (const value of values) {
    const line = lines.at(-1);
    if (line !== undefined && value - line.last <= SNAP) {
      line.sum += value;
      line.count++;
      line.last = value;
    } else lines.push({ sum: value, count: 1, last: value });
  }
  return lines.map((line) => line.sum / line.count);
}

function readGrid(group: readonly Ruling[], words: readonly Word[]): FoundTable | undefined {
  const box = uniteAll(group);
  if (box.x1 - box.x0 < 40 || box.y1 - box.y0 < 14) return undefined;
  const verticals = group.filter((ruling) => !ruling.horizontal);
  const horizontals = group.filter((ruling) => ruling.horizontal);
  const xs = cluster([box.x0, box.x1, ...verticals.map((ruling) => (ruling.x0 + ruling.x1) / 2)]);
  const ys = cluster([box.y0, box.y1, ...horizontals.map((ruling) => (ruling.y0 + ruling.y1) / 2)]);
  const columns = xs.length - 1;
  if (columns < 2 || ys.length < 2 || xs.length > MAX_GRID_LINES || ys.length > MAX_GRID_LINES)
    return undefined;

  const inside = words.filter((word) => contains(box, word));
  if (inside.length < 3) return undefined;
  if (alignsBetter(inside, xs, verticals, box)) return undefined;
  const grid: Grid = { xs, ys, verticals, horizontals, undrawn: new Set() };
  splitTextColumns(grid, inside);
  splitTextRows(grid, inside);
  if (grid.ys.length < 3) return undefined;
  const cells = mergeCells(grid, inside);
  placeWords(cells, inside, grid);
  return finishTable(cells, grid, box, inside);
}

/**
 * Whether figures are in clearly more columns than lines part: then the lines are ornament, such as
 * shading and underlines, and alignment reads the table better.
 */
function alignsBetter(
  words: readonly Word[],
  xs: readonly number[],
  verticals: readonly Ruling[],
  box: Rectangle,
): boolean {
  const drawn = xs.filter((x) => isDrawn(verticals, x, box.y0, box.y1, false)).length;
  const inner = xs.slice(1, -1).filter((x) => isDrawn(verticals, x, box.y0, box.y1, false)).length;
  if (drawn >= xs.length - 1 && inner >= 3) return false;
  const rows = regroupByHeight(buildRows(buildFragments(words)));
  const columns = findColumns(rows);
  if (rows.length < 3 || columns.length < Math.max(3, inner + 2)) return false;
  const cells = rows.flatMap((row) => row.pieces.slice(1));
  return cells.filter((piece) => isNumeric(piece.text)).length >= 0.5 * cells.length;
}

function contains(box: Rectangle, word: Word): boolean {
  const x = (word.x0 + word.x1) / 2;
  const y = (word.y0 + word.y1) / 2;
  return x >= box.x0 - 1 && x <= box.x1 + 1 && y >= box.y0 - 1 && y <= box.y1 + 1;
}

type GridCell = { row: number; column: number; rowEnd: number; columnEnd: number; words: Word[] };

/** Joins neighbouring places of the grid that no line parts, as long as the result is a rectangle. */
function mergeCells(
  { xs, ys, verticals, horizontals, undrawn }: Grid,
  words: readonly Word[],
): (GridCell | undefined)[][] {
  const rows = ys.length - 1;
  const columns = xs.length - 1;
  const owner: (GridCell | undefined)[][] = Array.from({ length: rows }, () =>
    new Array(columns).fill(undefined),
  );
  const filled = undrawn.size > 0 ? findFilled(words, xs, ys) : [];
  // Between columns that only alignment gives, a row is open when it uses but one of them, as heads do.
  const usesSeveral = (row: number, column: number) => {
    let first = column;
    while (first > 0 && undrawn.has(xs[first]!)) first--;
    let end = column + 1;
    while (end < columns && undrawn.has(xs[end]!)) end++;
    let used = 0;
    for (let at = first; at < end; at++) if (filled[row]![at]) used++;
    return used >= 2;
  };
  const verticalsAt = xs.map((x) =>
    verticals.filter((line) => Math.abs((line.x0 + line.x1) / 2 - x) <= SNAP),
  );
  const horizontalsAt = ys.map((y) =>
    horizontals.filter((line) => Math.abs((line.y0 + line.y1) / 2 - y) <= SNAP),
  );
  const openRight = (row: number, column: number) => {
    if (column + 1 >= columns) return false;
    if (undrawn.has(xs[column + 1]!)) return !usesSeveral(row, column);
    return !isDrawn(verticalsAt[column + 1]!, xs[column + 1]!, ys[row]!, ys[row + 1]!, false);
  };
  const openBelow = (row: number, column: number) =>
    row + 1 < rows &&
    horizontalsAt[row + 1]!.length > 0 &&
    !isDrawn(horizontalsAt[row + 1]!, ys[row + 1]!, xs[column]!, xs[column + 1]!, true);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (owner[row]![column] !== undefined) continue;
      let columnEnd = column + 1;
      while (openRight(row, columnEnd - 1) && owner[row]![columnEnd] === undefined) columnEnd++;
      let rowEnd = row + 1;
      const canGrow = () => {
        for (let at = column; at < columnEnd; at++) {
          if (!openBelow(rowEnd - 1, at) || owner[rowEnd]?.[at] !== undefined) return false;
          if (at + 1 < columnEnd && !openRight(rowEnd, at)) return false;
        }
        return !openRight(rowEnd, columnEnd - 1);
      };
      while (rowEnd < rows && canGrow()) rowEnd++;
      const cell: GridCell = { row, column, rowEnd, columnEnd, words: [] };
      for (let r = row; r < rowEnd; r++) owner[r]!.fill(cell, column, columnEnd);
    }
  }
  return owner;
}

function findFilled(words: readonly Word[], xs: readonly number[], ys: readonly number[]): boolean[][] {
  const filled = Array.from({ length: ys.length - 1 }, () => new Array<boolean>(xs.length - 1).fill(false));
  for (const word of words) {
    filled[findInterval(ys, (word.y0 + word.y1) / 2)]![findInterval(xs, (word.x0 + word.x1) / 2)] = true;
  }
  return filled;
}

/** Whether enough of the side at `at`, from `from` to `to`, is drawn. */
function isDrawn(
  rulings: readonly Ruling[],
  at: number,
  from: number,
  to: number,
  horizontal: boolean,
): boolean {
  let drawn = 0;
  for (const ruling of rulings) {
    const place = horizontal ? (ruling.y0 + ruling.y1) / 2 : (ruling.x0 + ruling.x1) / 2;
    if (Math.abs(place - at) > SNAP) continue;
    const start = Math.max(from, horizontal ? ruling.x0 : ruling.y0);
    const end = Math.min(to, horizontal ? ruling.x1 : ruling.y1);
    if (end > start) drawn += end - start;
  }
  return drawn >= DRAWN_SHARE * (to - from);
}

function placeWords(owner: (GridCell | undefined)[][], words: readonly Word[], { xs, ys }: Grid): void {
  for (const word of words) {
    const row = findInterval(ys, (word.y0 + word.y1) / 2);
    const column = findInterval(xs, (word.x0 + word.x1) / 2);
    owner[row]![column]!.words.push(word);
  }
}

function finishTable(
  owner: (GridCell | undefined)[][],
  { xs, ys, undrawn }: Grid,
  box: Rectangle,
  words: readonly Word[],
): FoundTable | undefined {
  const cells = [...new Set(owner.flat())].filter((cell): cell is GridCell => cell !== undefined);
  const filled = cells.filter((cell) => cell.words.length > 0);
  const usedColumns = new Set(filled.map((cell) => cell.column));
  const usedRows = new Set(filled.map((cell) => cell.row));
  // A frame around text, a chart's grid and a form's tick boxes are drawn with the same lines.
  if (filled.length < 4 || usedColumns.size < 2 || usedRows.size < 2) return undefined;
  if (filled.length < 0.12 * cells.length) return undefined;
  const keptColumns = keepUsed(xs.length - 1, cells, 'column');
  const keptRows = keepUsed(ys.length - 1, cells, 'row');
  if (keptColumns.length < 2 || keptRows.length < 2) return undefined;

  // Before how many kept rows or columns each grid line stands.
  const rowsBefore = countBefore(keptRows, ys.length);
  const columnsBefore = countBefore(keptColumns, xs.length);
  const rows: FoundCell[][] = keptRows.map(() => []);
  for (const cell of cells) {
    const rowspan = rowsBefore[cell.rowEnd]! - rowsBefore[cell.row]!;
    const colspan = columnsBefore[cell.columnEnd]! - columnsBefore[cell.column]!;
    if (rowspan === 0 || colspan === 0) continue;
    rows[rowsBefore[cell.row]!]!.push({
      text: cellText(cell.words),
      rowspan,
      colspan,
      header: false,
      box: { x0: xs[cell.column]!, x1: xs[cell.columnEnd]!, y0: ys[cell.row]!, y1: ys[cell.rowEnd]! },
    });
  }
  for (const row of rows) row.sort((a, b) => a.box.x0 - b.box.x0);
  if (isFramedList(rows, undrawn.size > 0)) return undefined;
  markHeaderRows(rows, new Set(words.filter((word) => word.style.bold).map((word) => word)), words);
  return { ...box, rows, words: new Set(words) };
}

/** A frame around a list: only the space after the bullets parts its columns. */
function isFramedList(rows: readonly FoundCell[][], isSplitByText: boolean): boolean {
  if (!isSplitByText || rows.some((row) => row.length > 2)) return false;
  const filled = rows.filter((row) => row.some(({ text }) => text !== ''));
  const bullets = filled.filter(([first]) => first !== undefined && /^[^\p{L}\p{N}\s]$/u.test(first.text));
  return bullets.length >= 0.7 * filled.length;
}

function countBefore(kept: readonly number[], length: number): number[] {
  const counts: number[] = [];
  let count = 0;
  for (let index = 0; index < length; index++) {
    counts.push(count);
    if (kept[count] === index) count++;
  }
  return counts;
}

/** Grid rows or columns in which some cell with text starts or lies; empty ones come from doubled lines. */
function keepUsed(count: number, cells: readonly GridCell[], side: 'row' | 'column'): number[] {
  const end = side === 'row' ? 'rowEnd' : 'columnEnd';
  const kept = new Set<number>();
  for (const cell of cells) if (cell.words.length > 0 && cell[end] - cell[side] === 1) kept.add(cell[side]);
  for (const cell of cells) {
    if (cell.words.length === 0) continue;
    let covered = false;
    for (let at = cell[side]; at < cell[end]; at++) covered ||= kept.has(at);
    if (!covered) kept.add(cell[side]);
  }
  return Array.from({ length: count }, (_, index) => index).filter((index) => kept.has(index));
}

/** The rows above the first with figures are the header, at most a third of the table. */
export function markHeaderRows(rows: FoundCell[][], bold: ReadonlySet<Word>, words: readonly Word[]): void {
  const firstFigures = rows.findIndex(
    (row) => row.filter((cell) => isNumeric(cell.text) && !isYear(cell.text)).length >= 1,
  );
  const limit = Math.max(1, Math.min(4, Math.floor(rows.length / 3)));
  let headers = firstFigures > 0 && firstFigures <= limit ? firstFigures : 0;
  if (firstFigures < 0 && rows.length > 1) {
    const first = rows[0]!;
    const boxes = first.map((cell) => cell.box);
    const inFirst = words.filter((word) => boxes.some((box) => contains(box, word)));
    if (inFirst.length > 0 && inFirst.every((word) => bold.has(word))) headers = 1;
  }
  for (const row of rows.slice(0, headers)) for (const cell of row) cell.header = true;
}

function dropNested(tables: readonly FoundTable[]): FoundTable[] {
  const area = (table: Rectangle) => (table.x1 - table.x0) * (table.y1 - table.y0);
  const kept: FoundTable[] = [];
  for (const table of tables.toSorted((a, b) => area(b) - area(a))) {
    const inside = kept.some(
      (other) =>
        table.x0 >= other.x0 - SNAP &&
        table.x1 <= other.x1 + SNAP &&
        table.y0 >= other.y0 - SNAP &&
        table.y1 <= other.y1 + SNAP,
    );
    if (!inside) kept.push(table);
  }
  return kept;
}
