import { childElements, type XmlElement } from '../../archive/xml.ts';
import { type Table, type TableCell, UnreadableFileError } from '../../parsed-document.ts';
import { markHeaderRows } from '../../sheets/header-rows.ts';

const MAX_CELLS = 1_000_000;
const MAX_SPAN = 1_000;

/** Reads an OpenDocument table: spans, header rows, repeated rows and cells; empty repeats are cut. */
export function readOdtTable(element: XmlElement, readCellText: (cell: XmlElement) => string): Table {
  const rows: TableCell[][] = [];
  let headerRows = 0;
  let count = 0;
  for (const { row, isHeader } of listRows(element, false)) {
    const cells = readRow(row, readCellText);
    const isEmpty = cells.every((cell) => cell.text === '');
    const repeats = isEmpty ? 1 : readCount(row.attributes['table:number-rows-repeated']);
    for (let i = 0; i < repeats; i++) {
      count += cells.length;
      if (count > MAX_CELLS) throw new UnreadableFileError('too_many_cells');
      rows.push(i === 0 ? cells : cells.map((cell) => ({ ...cell })));
    }
    if (isHeader && headerRows === rows.length - repeats) headerRows += repeats;
  }
  while (rows.length > 0 && rows.at(-1)!.every((cell) => cell.text === '')) rows.pop();
  if (headerRows === 0) markHeaderRows(rows);
  for (const cells of rows.slice(0, Math.min(headerRows, rows.length - 1)))
    for (const cell of cells) cell.header = true;
  return { rows };
}

function listRows(element: XmlElement, isHeader: boolean): { row: XmlElement; isHeader: boolean }[] {
  return childElements(element).flatMap((child) => {
    if (child.name === 'table:table-row') return [{ row: child, isHeader }];
    if (child.name === 'table:table-header-rows') return listRows(child, true);
    return child.name === 'table:table-rows' || child.name === 'table:table-row-group'
      ? listRows(child, isHeader)
      : [];
  });
}

function readRow(row: XmlElement, readCellText: (cell: XmlElement) => string): TableCell[] {
  const cells: TableCell[] = [];
  for (const element of childElements(row, 'table:table-cell')) {
    const text = readCellText(element).trim();
    const colspan = Math.min(readCount(element.attributes['table:number-columns-spanned']), MAX_SPAN);
    const rowspan = Math.min(readCount(element.attributes['table:number-rows-spanned']), MAX_SPAN);
    const repeats = Math.min(
      readCount(element.attributes['table:number-columns-repeated']),
      text === '' ? 64 : MAX_SPAN,
    );
    for (let i = 0; i < repeats; i++) {
      cells.push({ text, ...(colspan > 1 ? { colspan } : {}), ...(rowspan > 1 ? { rowspan } : {}) });
    }
  }
  return cells;
}

function readCount(value: string | undefined): number {
  const count = Number(value ?? 1);
  return Number.isFinite(count) ? Math.min(Math.max(Math.trunc(count), 1), MAX_CELLS) : 1;
}
