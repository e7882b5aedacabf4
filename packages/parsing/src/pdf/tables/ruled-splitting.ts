import type { Rectangle } from '../page/page-geometry.ts';
import type { Ruling } from '../page/page-objects.ts';
import type { Word } from '../page/page-text.ts';
import { isNumeric } from './table-cells.ts';

/** The lines of a table, rising, and what was drawn of them. */
export type Grid = {
  xs: number[];
  ys: number[];
  verticals: Ruling[];
  horizontals: Ruling[];
  /** Positions among `xs` that alignment, not a drawn line, gives. */
  undrawn: Set<number>;
};

/**
 * Many tables rule only their columns. A band between two horizontal lines whose columns hold the same
 * lines of text, side by side, is a stack of rows.
 */
export function splitTextRows(grid: Grid, words: readonly Word[]): void {
  const added: number[] = [];
  for (let row = 0; row + 1 < grid.ys.length; row++) {
    const top = grid.ys[row]!;
    const bottom = grid.ys[row + 1]!;
    const band = words.filter((word) => (word.y0 + word.y1) / 2 > top && (word.y0 + word.y1) / 2 < bottom);
    if (band.length < 6) continue;
    const columns = grid.xs.length - 1;
    const lines = groupLines(band, grid.xs);
    // A lone word between the lines stands for several rows, in the middle of them.
    const shared = lines.filter((line) => line.columns.size >= Math.max(2, 0.4 * columns));
    const lone = lines.filter((line) => line.columns.size === 1).length;
    const split =
      grid.undrawn.size > 0 &&
      lines.length >= 2 &&
      shared.length >= 1 &&
      lone + shared.length >= lines.length - 1;
    if (!split) {
      if (shared.length < 3 || shared.length < 0.7 * (lines.length - (shared.length >= 3 ? lone : 0)))
        continue;
      const figures = band.filter((word) => isNumeric(word.text)).length;
      // Lines of wrapped text fill fewer and fewer columns; rows fill them all, or hold figures.
      const even = shared.every((line) => line.columns.size >= 0.8 * columns);
      if (figures < 0.4 * band.length && !(columns >= 4 && even)) continue;
    }
    const edges = split && shared.length === 1 ? lines : shared;
    for (let index = 1; index < edges.length; index++) {
      added.push((edges[index - 1]!.middle + edges[index]!.middle) / 2);
    }
  }
  if (added.length > 0) grid.ys = [...grid.ys, ...added].sort((a, b) => a - b);
}

/**
 * A ruled column may hold several columns of figures that only alignment parts. They are split where most
 * lines have figures side by side.
 */
export function splitTextColumns(grid: Grid, words: readonly Word[]): void {
  const added: number[] = [];
  for (let column = 0; column + 1 < grid.xs.length; column++) {
    const left = grid.xs[column]!;
    const right = grid.xs[column + 1]!;
    const band = words.filter((word) => (word.x0 + word.x1) / 2 > left && (word.x0 + word.x1) / 2 < right);
    const lines = partLines(band);
    if (band.length < 4 || lines.length < 2) continue;
    const figures = lines.filter(
      (pieces) => 2 * pieces.filter((piece) => piece.numeric).length >= pieces.length,
    );
    const several = figures.filter((pieces) => pieces.length >= 2);
    if (
      several.length >= 2 &&
      several.length >= 0.6 * figures.length &&
      figures.length >= 0.5 * lines.length
    ) {
      added.push(...findGaps(several, 0));
    } else if (
      lines.length >= 4 &&
      lines.filter((pieces) => pieces.length >= 2).length >= 0.3 * lines.length
    ) {
      // White space down the whole column.
      added.push(...findGaps(lines, 0.8 * band[0]!.style.size));
    }
  }
  for (const x of added) grid.undrawn.add(x);
  if (added.length > 0) grid.xs = [...grid.xs, ...added].sort((a, b) => a - b);
}

/** Words by line and, within a line, by wide gaps. */
function partLines(words: readonly Word[]): (Rectangle & { numeric: boolean })[][] {
  const sorted = words.toSorted((a, b) => a.y0 + a.y1 - b.y0 - b.y1);
  const lines: { middle: number; height: number; words: Word[] }[] = [];
  for (const word of sorted) {
    const middle = (word.y0 + word.y1) / 2;
    const line = lines.at(-1);
    if (line !== undefined && middle - line.middle < 0.4 * line.height) line.words.push(word);
    else lines.push({ middle, height: word.y1 - word.y0, words: [word] });
  }
  return lines.map((line) => {
    const pieces: (Rectangle & { numeric: boolean })[] = [];
    for (const word of line.words.sort((a, b) => a.x0 - b.x0)) {
      const last = pieces.at(-1);
      if (last !== undefined && word.x0 - last.x1 < 0.7 * word.style.size) {
        last.x1 = Math.max(last.x1, word.x1);
        last.numeric &&= isNumeric(word.text);
      } else
        pieces.push({ x0: word.x0, y0: word.y0, x1: word.x1, y1: word.y1, numeric: isNumeric(word.text) });
    }
    return pieces;
  });
}

/** Middles of the stretches wider than `least` that no piece of any line covers. */
function findGaps(lines: readonly Rectangle[][], least: number): number[] {
  const pieces = lines.flat().sort((a, b) => a.x0 - b.x0);
  const gaps: number[] = [];
  let end = pieces[0]!.x1;
  for (const piece of pieces) {
    if (piece.x0 - end > least) gaps.push((end + piece.x0) / 2);
    end = Math.max(end, piece.x1);
  }
  return gaps;
}

function groupLines(
  words: readonly Word[],
  xs: readonly number[],
): { middle: number; columns: Set<number> }[] {
  const sorted = words.toSorted((a, b) => a.y0 + a.y1 - b.y0 - b.y1);
  const lines: { middle: number; height: number; columns: Set<number> }[] = [];
  for (const word of sorted) {
    const middle = (word.y0 + word.y1) / 2;
    const line = lines.at(-1);
    const column = findInterval(xs, (word.x0 + word.x1) / 2);
    if (line !== undefined && middle - line.middle < 0.4 * line.height) line.columns.add(column);
    else lines.push({ middle, height: word.y1 - word.y0, columns: new Set([column]) });
  }
  return lines;
}

/** The index of the interval between neighbouring `lines` that `value` lies in. */
export function findInterval(lines: readonly number[], value: number): number {
  let index = 0;
  while (index + 2 < lines.length && value > lines[index + 1]!) index++;
  return index;
}
