import { childElements, findChild, findPath, type XmlElement } from '../../archive/xml.ts';
import type { Table, TableCell } from '../../parsed-document.ts';
import { findHeaderRows } from '../../sheets/header-rows.ts';
import { readToggle } from './styles.ts';

type OpenCell = { cell: TableCell; column: number };

const MAX_SPAN = 1_000;

/** Reads a Word table: merged cells become spans, header rows are those marked or those that name columns. */
export function readDocxTable(element: XmlElement, readCellText: (cell: XmlElement) => string): Table {
  const rows: TableCell[][] = [];
  let open: OpenCell[] = [];
  let markedRows = 0;
  for (const row of listRows(element)) {
    const properties = findChild(row, 'w:trPr');
    const isHeader = readToggle(findChild(properties, 'w:tblHeader')) === true && markedRows === rows.length;
    if (isHeader) markedRows++;
    const cells: TableCell[] = [];
    const stillOpen: OpenCell[] = [];
    let column = readCount(findChild(properties, 'w:gridBefore'), 0);
    for (let before = 0; before < column; before++) cells.push({ text: '' });
    for (const cellElement of listCells(row)) {
      const cellProperties = findChild(cellElement, 'w:tcPr');
      const colspan = Math.max(readCount(findChild(cellProperties, 'w:gridSpan'), 1), 1);
      const merge = findChild(cellProperties, 'w:vMerge');
      const above = open.find((candidate) => candidate.column === column);
      if (merge && merge.attributes['w:val'] !== 'restart' && above) {
        above.cell.rowspan = (above.cell.rowspan ?? 1) + 1;
        // A merge hides what the cells below it hold.
        stillOpen.push(above);
      } else {
        const cell: TableCell = {
          text: readCellText(cellElement).trim(),
          ...(colspan > 1 ? { colspan } : {}),
        };
        cells.push(cell);
        if (merge) stillOpen.push({ cell, column });
      }
      column += colspan;
    }
    open = stillOpen;
    rows.push(cells);
  }
  const headerRows = markedRows > 0 ? markedRows : guessHeaderRows(element, rows);
  for (const cells of rows.slice(0, Math.min(headerRows, rows.length - 1)))
    for (const cell of cells) cell.header = true;
  return { rows };
}

function guessHeaderRows(element: XmlElement, rows: TableCell[][]): number {
  const look = findPath(element, 'w:tblPr', 'w:tblLook')?.attributes;
  const value = Number.parseInt(look?.['w:val'] ?? '', 16);
  const saysNoHeader =
    look?.['w:firstRow'] === '0' || (look?.['w:firstRow'] === undefined && (value & 0x20) === 0);
  if (look && saysNoHeader) return 0;
  return findHeaderRows(rows.slice(0, 60).map((cells) => cells.map((cell) => cell.text)));
}

function listRows(element: XmlElement): XmlElement[] {
  return childElements(element).flatMap((child) =>
    child.name === 'w:tr'
      ? [child]
      : child.name === 'w:sdt' || child.name === 'w:sdtContent'
        ? listRows(child)
        : [],
  );
}

function listCells(row: XmlElement): XmlElement[] {
  return childElements(row).flatMap((child) =>
    child.name === 'w:tc'
      ? [child]
      : child.name === 'w:sdt' || child.name === 'w:sdtContent'
        ? listCells(child)
        : [],
  );
}

function readCount(element: XmlElement | undefined, fallback: number): number {
  const value = Number(element?.attributes['w:val'] ?? fallback);
  return Number.isFinite(value) ? Math.min(Math.max(Math.trunc(value), 0), MAX_SPAN) : fallback;
}
