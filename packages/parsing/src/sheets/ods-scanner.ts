import type { Range } from '@e965/xlsx';
import type { XmlHandlers } from '../archive/scan-xml.ts';
import { UnreadableFileError } from '../parsed-document.ts';
import type { SheetTexts } from './regions.ts';
import { type CellCounter, countCell } from './sheet-tables.ts';

export type OdsSheet = { name: string; texts: SheetTexts; merges: Range[] };

type Listener = { onRow: () => void; onSheet: (sheet: OdsSheet) => void };

type Cell = {
  attributes: Record<string, string>;
  /** Below a merged cell: what it holds is not shown. */
  isCovered: boolean;
  /** Lines of the text as it is shown. */
  lines: string[];
  /** Elements inside it that are no text of its own, such as notes and drawings. */
  skippedDepth: number;
};

const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;
const MAX_SPACES = 100;
const CELLS = new Set(['table:table-cell', 'table:covered-table-cell']);

/** Collects the cells of one sheet after the other, with the texts that are shown; counts each filled cell. */
export function createOdsScanner(counter: CellCounter, listener: Listener): XmlHandlers {
  let sheet: OdsSheet | undefined;
  /** Depth of lists of tracked changes, which hold cells that are gone. */
  let changeLists = 0;
  let row = 0;
  let column = 0;
  let rowRepeats = 1;
  let cell: Cell | undefined;

  function closeCell({ attributes, lines, isCovered }: Cell): void {
    const repeats = readCount(attributes['table:number-columns-repeated'], MAX_COLUMNS);
    const text = isCovered ? '' : (lines.length > 0 ? lines.join('\n') : shownValue(attributes)).trim();
    if (sheet && text !== '') {
      for (let r = row; r < row + rowRepeats; r++) {
        const cells = sheet.texts.get(r) ?? new Map<number, string>();
        sheet.texts.set(r, cells);
        for (let c = column; c < column + repeats; c++) {
          countCell(counter);
          cells.set(c, text);
        }
      }
      const rowspan = readCount(attributes['table:number-rows-spanned'], MAX_ROWS);
      const colspan = readCount(attributes['table:number-columns-spanned'], MAX_COLUMNS);
      if (rowspan > 1 || colspan > 1) {
        const end = { r: row + rowspan - 1, c: column + colspan - 1 };
        sheet.merges.push({ s: { r: row, c: column }, e: end });
      }
    }
    column += repeats;
    if (column > MAX_COLUMNS * 2) throw new UnreadableFileError('too_many_cells', 'columns');
  }

  function openInCell(current: Cell, name: string, attributes: Record<string, string>): void {
    if (current.skippedDepth > 0) current.skippedDepth++;
    else if (name === 'text:p') current.lines.push('');
    else if (name === 'text:s') append(current, ' '.repeat(readCount(attributes['text:c'], MAX_SPACES)));
    else if (name === 'text:tab') append(current, '\t');
    else if (name === 'text:line-break') append(current, '\n');
    else if (!name.startsWith('text:')) current.skippedDepth = 1;
  }

  return {
    onOpen: (name, attributes) => {
      if (cell) openInCell(cell, name, attributes);
      else if (name === 'table:tracked-changes') changeLists++;
      else if (changeLists > 0) return;
      else if (name === 'table:table') {
        sheet = { name: attributes['table:name'] ?? '', texts: new Map(), merges: [] };
        row = 0;
      } else if (name === 'table:table-row') {
        rowRepeats = readCount(attributes['table:number-rows-repeated'], MAX_ROWS);
        column = 0;
      } else if (CELLS.has(name))
        cell = { attributes, isCovered: name !== 'table:table-cell', lines: [], skippedDepth: 0 };
    },
    onText: (text) => {
      if (cell && cell.skippedDepth === 0 && cell.lines.length > 0)
        append(cell, text.replace(/[ \t\r\n]+/g, ' '));
    },
    onClose: (name) => {
      if (cell && cell.skippedDepth > 0) cell.skippedDepth--;
      else if (cell && CELLS.has(name)) {
        closeCell(cell);
        cell = undefined;
      } else if (cell) return;
      else if (name === 'table:tracked-changes') changeLists--;
      else if (changeLists > 0) return;
      else if (name === 'table:table-row') {
        row = Math.min(row + rowRepeats, MAX_ROWS);
        listener.onRow();
      } else if (name === 'table:table' && sheet) {
        listener.onSheet(sheet);
        sheet = undefined;
      }
    },
  };
}

function append(cell: Cell, text: string): void {
  if (cell.lines.length > 0) cell.lines[cell.lines.length - 1] += text;
}

/** Writers that leave out what is shown give the value alone. */
function shownValue(attributes: Record<string, string>): string {
  return (
    attributes['office:string-value'] ??
    attributes['office:date-value'] ??
    attributes['office:time-value'] ??
    attributes['office:boolean-value'] ??
    attributes['office:value'] ??
    ''
  );
}

function readCount(value: string | undefined, most: number): number {
  const count = Math.trunc(Number(value ?? 1));
  return Number.isFinite(count) ? Math.min(Math.max(count, 1), most) : 1;
}
