import type { DocumentBuilder } from '../document-builder.ts';
import type { TableCell } from '../parsed-document.ts';
import { markHeaderRows } from '../sheets/header-rows.ts';
import { placeMarks, type TextRun, withMarks } from '../text-marks.ts';

/** What the controls before a paragraph's end have said of it. */
export type ParagraphFormat = {
  headingLevel?: number;
  isTitle?: boolean;
  isCaption?: boolean;
  inTable: boolean;
  listLevel: number;
};

/** One cell definition of a row: how it merges with its neighbours. */
export type CellDefinition = { merge?: 'first' | 'with-left'; verticalMerge?: 'first' | 'with-above' };

/** Turns paragraphs, cells and rows as they end into blocks. */
export class RtfWriter {
  private readonly builder: DocumentBuilder;
  private rows: { cells: string[]; definitions: CellDefinition[] }[] = [];
  private cells: string[] = [];
  private cellLines: string[] = [];
  private nestedCells: string[] = [];

  constructor(builder: DocumentBuilder) {
    this.builder = builder;
  }

  endParagraph(
    text: string,
    marker: string,
    format: ParagraphFormat,
    look: { isBold: boolean; runs: TextRun[] },
  ): void {
    const line = text.replace(/[ ]*\n[ ]*/g, '\n').trim();
    if (format.inTable) {
      if (line !== '') this.cellLines.push(marker === '' ? line : `${marker} ${line}`);
      return;
    }
    this.flushTable();
    if (line === '') return;
    if (format.isTitle) this.builder.setTitle(line);
    const level = format.isTitle ? 1 : format.headingLevel;
    const shared = {
      text: line,
      ...(marker === '' ? {} : { marker }),
      ...withMarks(placeMarks(look.runs, line)),
      ...(look.isBold ? { style: { bold: true } } : {}),
    };
    if (level !== undefined) this.builder.addBlock({ ...shared, type: 'heading', level });
    else if (marker !== '') this.builder.addBlock({ ...shared, type: 'list_item', level: format.listLevel });
    else this.builder.addBlock({ ...shared, type: format.isCaption ? 'caption' : 'paragraph' });
  }

  endCell(text: string): void {
    const line = text.trim();
    if (line !== '') this.cellLines.push(line);
    this.cells.push(this.cellLines.join('\n'));
    this.cellLines = [];
  }

  endNestedCell(text: string): void {
    this.nestedCells.push(text.trim().replaceAll('\n', ' '));
  }

  endNestedRow(): void {
    if (this.nestedCells.length > 0) this.cellLines.push(this.nestedCells.join(' | '));
    this.nestedCells = [];
  }

  endRow(definitions: CellDefinition[]): void {
    if (this.cells.length > 0) this.rows.push({ cells: this.cells, definitions });
    this.cells = [];
    this.cellLines = [];
  }

  /** Ends the table that is open, if one is. */
  flushTable(): void {
    if (this.cells.length > 0) this.endRow([]);
    const rows = this.rows;
    this.rows = [];
    if (rows.length === 0) return;
    if (rows.length === 1 && rows[0]!.cells.length === 1) {
      const text = rows[0]!.cells[0]!;
      if (text !== '') this.builder.addBlock({ type: 'paragraph', text });
      return;
    }
    const table = mergeCells(rows);
    markHeaderRows(table);
    if (table.some((cells) => cells.some((cell) => cell.text !== ''))) {
      this.builder.addBlock({ type: 'table', table: { rows: table } });
    }
  }
}

function mergeCells(rows: { cells: string[]; definitions: CellDefinition[] }[]): TableCell[][] {
  const open = new Map<number, TableCell>();
  return rows.map(({ cells, definitions }) => {
    const merged: TableCell[] = [];
    cells.forEach((text, column) => {
      const { merge, verticalMerge } = definitions[column] ?? {};
      const left = merged.at(-1);
      const above = open.get(column);
      if (merge === 'with-left' && left) left.colspan = (left.colspan ?? 1) + 1;
      else if (verticalMerge === 'with-above' && above) above.rowspan = (above.rowspan ?? 1) + 1;
      else {
        const cell: TableCell = { text };
        merged.push(cell);
        if (verticalMerge === 'first') open.set(column, cell);
        else open.delete(column);
      }
    });
    return merged;
  });
}
