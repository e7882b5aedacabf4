import { childElements, findChild, findPath, type XmlElement } from '../../archive/xml.ts';
import type { Table, TableCell } from '../../parsed-document.ts';
import { markHeaderRows } from '../../sheets/header-rows.ts';
import { type MarkedText, trimMarked, withMarks } from '../../text-marks.ts';
import { readToggle } from './styles.ts';

type OpenCell = { cell: TableCell; column: number };

const MAX_SPAN = 1_000;

/** Reads a Word table: merged cells become spans, header rows are those marked or those that name columns. */
export function readDocxTable(element: XmlElement, readCellText: (cell: XmlElement) => MarkedText): Table {
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
        const { text, marks } = trimMarked(readCellText(cellElement));
        const cell: TableCell = {
          text,
          ...withMarks(marks),
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
  for (const cells of rows.slice(0, Math.min(markedRows, rows.length - 1)))
    for (const cell of cells) cell.header = true;
  if (markedRows === 0 && mayHaveHeader(element)) markHeaderRows(rows);
  return { rows };
}

/** The table's look says whether its first row is drawn as a header; nearly every table says so. */
function mayHaveHeader(element: XmlElement): boolean {
  const look = findPath(element, 'w:tblPr', 'w:tblLook')?.attributes;
  if (!look) return true;
  const { 'w:firstRow': firstRow, 'w:val': value } = look;
  return firstRow === undefined ? (Number.parseInt(value ?? '0', 16) & 0x20) !== 0 : firstRow !== '0';
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
