import { type Range, utils } from '@e965/xlsx';
import type { XmlHandlers } from '../../archive/scan-xml.ts';
import type { SheetTexts } from '../regions.ts';
import { type CellCounter, countCell } from '../sheet-tables.ts';
import type { FormatNumber } from './number-formats.ts';
import { decodeEscapes } from './shared-strings.ts';

type Workbook = { strings: string[]; formatNumber: FormatNumber };

/** Collects the cells of one sheet with the texts that are shown; counts each filled cell. */
export function createSheetScanner(
  { strings, formatNumber }: Workbook,
  counter: CellCounter,
  onRow: () => void,
): XmlHandlers & { texts: SheetTexts; merges: Range[] } {
  const texts: SheetTexts = new Map();
  const merges: Range[] = [];
  let row = -1;
  let column = 0;
  let cells: Map<number, string> | undefined;
  let cell: Record<string, string> | undefined;
  let content = '';
  let isContent = false;
  let phonetic = 0;

  function closeCell(attributes: Record<string, string>): void {
    const text = showValue(attributes, content).trim();
    if (text !== '') {
      countCell(counter);
      cells ??= new Map();
      cells.set(column, text);
    }
    column++;
  }

  function showValue({ t: type = 'n', s: style = '0' }: Record<string, string>, value: string): string {
    if (type === 's') return strings[Number(value)] ?? '';
    if (type === 'b') return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
    if (type === 'n' && value !== '' && Number.isFinite(Number(value)))
      return formatNumber(Number(value), Number(style));
    return decodeEscapes(value);
  }

  return {
    texts,
    merges,
    onOpen: (name, attributes) => {
      if (name === 'row') {
        row = Number(attributes.r) >= 1 ? Math.trunc(Number(attributes.r)) - 1 : row + 1;
        column = 0;
        cells = texts.get(row);
      } else if (name === 'c') {
        cell = attributes;
        content = '';
        if (attributes.r !== undefined) column = utils.decode_cell(attributes.r).c;
      } else if (name === 'rPh') phonetic++;
      // A formula is next to its value and is no content.
      else if (name === 'v' || name === 't') isContent = cell !== undefined && phonetic === 0;
      else if (name === 'mergeCell' && attributes.ref) merges.push(utils.decode_range(attributes.ref));
    },
    onText: (text) => {
      if (isContent) content += text;
    },
    onClose: (name) => {
      if (name === 'v' || name === 't') isContent = false;
      else if (name === 'rPh') phonetic--;
      else if (name === 'c' && cell) {
        closeCell(cell);
        cell = undefined;
      } else if (name === 'row') {
        if (cells) texts.set(row, cells);
        onRow();
      }
    },
  };
}
