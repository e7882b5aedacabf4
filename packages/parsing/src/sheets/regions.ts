import type { Range } from '@e965/xlsx';

/** A rectangle of cells, 0-based and inclusive. */
export type Region = { top: number; bottom: number; left: number; right: number };

/**
 * Cuts the filled cells of a sheet into rectangles parted by empty rows or empty columns, in reading
 * order. Cells that a merge covers count as filled.
 */
export function findRegions(texts: Map<number, Map<number, string>>, merges: readonly Range[]): Region[] {
  const columnsByRow = new Map<number, Set<number>>();
  const fill = (row: number, column: number) => {
    const columns = columnsByRow.get(row);
    if (columns) columns.add(column);
    else columnsByRow.set(row, new Set([column]));
  };
  for (const [row, cells] of texts) for (const column of cells.keys()) fill(row, column);
  let left = 200_000;
  for (const merge of merges) {
    for (let r = merge.s.r; r <= merge.e.r && left > 0; r++) {
      for (let c = merge.s.c; c <= merge.e.c && left > 0; c++, left--) fill(r, c);
    }
  }
  const rows = [...columnsByRow.keys()].sort((a, b) => a - b);
  return splitRows(rows, columnsByRow, 0, Number.POSITIVE_INFINITY);
}

type ColumnsByRow = Map<number, Set<number>>;

function splitRows(rows: number[], filled: ColumnsByRow, left: number, right: number): Region[] {
  const regions: Region[] = [];
  let band: number[] = [];
  const flush = () => {
    if (band.length > 0) regions.push(...splitColumns(band, filled, left, right));
    band = [];
  };
  for (const row of rows) {
    if (band.length > 0 && row > band.at(-1)! + 1) flush();
    band.push(row);
  }
  flush();
  return regions;
}

function splitColumns(band: number[], filled: ColumnsByRow, left: number, right: number): Region[] {
  const used = new Set<number>();
  for (const row of band)
    for (const column of filled.get(row)!) if (column >= left && column <= right) used.add(column);
  const columns = [...used].sort((a, b) => a - b);
  const groups: { left: number; right: number }[] = [];
  for (const column of columns) {
    const last = groups.at(-1);
    if (last && column === last.right + 1) last.right = column;
    else groups.push({ left: column, right: column });
  }
  if (groups.length === 1) {
    return [{ top: band[0]!, bottom: band.at(-1)!, left: groups[0]!.left, right: groups[0]!.right }];
  }
  return groups.flatMap((group) => {
    const rows = band.filter((row) => hasColumn(filled.get(row)!, group.left, group.right));
    return splitRows(rows, filled, group.left, group.right);
  });
}

function hasColumn(columns: ReadonlySet<number>, left: number, right: number): boolean {
  for (const column of columns) if (column >= left && column <= right) return true;
  return false;
}
