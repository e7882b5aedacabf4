import { readDocument, type Table } from '@lectern/parsing';
import { SaxesParser } from 'saxes';
import { fold } from './corpus.ts';

export type CompetitionFigures = { wanted: number; found: number; right: number };

type Placed = { text: string; row: number; rowEnd: number; column: number; columnEnd: number };

/** Neighbouring cells of the tables of ICDAR 2013, as its competition counted them. */
export async function compareNeighbours(
  pdf: { name: string; bytes: Uint8Array },
  truth: Uint8Array,
): Promise<CompetitionFigures> {
  const document = await readDocument(pdf);
  const wanted = count(readTruth(Buffer.from(truth).toString()).flatMap(listNeighbours));
  const tables = document.blocks.flatMap(({ table }) => (table ? [placeCells(table)] : []));
  const found = count(tables.flatMap(listNeighbours));
  let right = 0;
  for (const [key, times] of wanted) right += Math.min(times, found.get(key) ?? 0);
  return { wanted: sum(wanted), found: sum(found), right };
}

function count(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, value) => total + value, 0);
}

function readTruth(xml: string): Placed[][] {
  const regions: Placed[][] = [];
  let open: Placed | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const value = (attribute: string) => attributes[attribute] as string | undefined;
    if (name === 'region') regions.push([]);
    if (name !== 'cell') return;
    const row = Number(value('start-row'));
    const column = Number(value('start-col'));
    const rowEnd = Number(value('end-row') ?? row);
    const columnEnd = Number(value('end-col') ?? column);
    open = { text: '', row, rowEnd, column, columnEnd };
    regions.at(-1)?.push(open);
  });
  parser.on('text', (text) => {
    if (open) open.text += fold(text);
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'cell') open = undefined;
  });
  parser.write(xml).close();
  return regions;
}

function placeCells({ rows }: Table): Placed[] {
  const taken = new Set<string>();
  return rows.flatMap((cells, row) => {
    let column = 0;
    return cells.map((cell): Placed => {
      while (taken.has(`${row} ${column}`)) column++;
      const rowEnd = row + (cell.rowspan ?? 1) - 1;
      const columnEnd = column + (cell.colspan ?? 1) - 1;
      for (let r = row; r <= rowEnd; r++) for (let c = column; c <= columnEnd; c++) taken.add(`${r} ${c}`);
      return { text: fold(cell.text), row, rowEnd, column, columnEnd };
    });
  });
}

/** Pairs of cells with nothing but empty places between them, across and down. */
function listNeighbours(cells: readonly Placed[]): string[] {
  const places = new Map<string, Placed>();
  let rows = 0;
  let columns = 0;
  for (const cell of cells) {
    rows = Math.max(rows, cell.rowEnd + 1);
    columns = Math.max(columns, cell.columnEnd + 1);
    if (cell.text === '') continue;
    for (let r = cell.row; r <= cell.rowEnd; r++)
      for (let c = cell.column; c <= cell.columnEnd; c++) places.set(`${r} ${c}`, cell);
  }
  const pairs = new Set<string>();
  const walk = (line: (Placed | undefined)[], direction: string) => {
    let last: Placed | undefined;
    for (const cell of line) {
      if (cell === undefined || cell === last) continue;
      if (last)
        pairs.add(
          `${direction} ${last.row},${last.column} ${last.text} ¦ ${cell.text} ${cell.row},${cell.column}`,
        );
      last = cell;
    }
  };
  for (let r = 0; r < rows; r++)
    walk(
      Array.from({ length: columns }, (_, c) => places.get(`${r} ${c}`)),
      'across',
    );
  for (let c = 0; c < columns; c++)
    walk(
      Array.from({ length: rows }, (_, r) => places.get(`${r} ${c}`)),
      'down',
    );
  return [...pairs].map((pair) => pair.replace(/ \d+,\d+/g, ''));
}
