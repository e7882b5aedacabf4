import { layTableGrid, type Table } from '@lectern/parsing';

/** Texts of a table by row; a cell over several places is once. */
export function openGrid(table: Table): string[][] {
  return layTableGrid(table).map((places) =>
    Array.from(places, (place) => (place?.isOrigin ? place.cell.text.replace(/\s*\n\s*/g, ' ').trim() : '')),
  );
}
