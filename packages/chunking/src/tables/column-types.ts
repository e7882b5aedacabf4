import type { ColumnType, FieldValue } from '../chunk.ts';
import { chooseOrder, type DateOrder, type OrderEvidence, readDate, weighOrder } from './date-text.ts';
import {
  chooseStyle,
  findCurrency,
  numberStyles,
  readNumber,
  type StyleEvidence,
  weighStyle,
} from './number-text.ts';

/** How the cells of a column become typed values. */
export type ColumnReader = { type: ColumnType; read: (text: string) => FieldValue };

/** Share of the filled cells that must be of a type for the column to have it. */
const MAJORITY = 0.8;

const PLACEHOLDER =
  /^(?:[-–—.…/?*]+|n\/?\s?[acds]\.?|n\.\s?[acds]\.|none|null|nil|unknown|inconnu|néant|s\.?o\.?|无|未知|暂无)$/i;

/** Whether a cell says that there is no value: a dash, "n.a.", "inconnu". */
export function isPlaceholder(text: string): boolean {
  return text.length <= 8 && PLACEHOLDER.test(text);
}

const BOOLEANS = new Map<string, boolean>([
  ...['true', 'yes', 'vrai', 'oui', '是', '真', '✓', '✔', '☑'].map((word) => [word, true] as const),
  ...['false', 'no', 'faux', 'non', '否', '假', '✗', '✘', '☐'].map((word) => [word, false] as const),
]);

function readBoolean(text: string): boolean | undefined {
  return text.length <= 5 ? BOOLEANS.get(text.toLowerCase()) : undefined;
}

/**
 * Finds the type of each column by the majority of its cells: integer, number, boolean or date, else text. What commas
 * and dots mean, and whether the day comes first, is decided by the column, else by the table, else by the language.
 * A cell that is not of its column's type is null.
 */
export function readColumnTypes(
  rows: Iterable<readonly string[]>,
  width: number,
  context: { language: string | undefined; isWorkbook: boolean },
): ColumnReader[] {
  const columns = Array.from({ length: width }, createEvidence);
  const table = createEvidence();
  for (const row of rows) {
    for (let column = 0; column < width; column++) {
      const text = row[column];
      if (text) weighCell(text, columns[column]!, table);
    }
  }
  return columns.map((evidence) => {
    const style = hasStyle(evidence)
      ? chooseStyle(evidence, undefined)
      : chooseStyle(table, context.language);
    const order = chooseOrder(evidence.dmy + evidence.mdy > 0 ? evidence : table, context.isWorkbook);
    return createReader(chooseType(evidence, style), style, order);
  });
}

type Evidence = StyleEvidence &
  OrderEvidence & {
    filled: number;
    numbers: number;
    /** Numbers that are not whole, by the style they are read in. */
    fractions: number[];
    booleans: number;
    allDates: number;
    currencies: Set<string>;
  };

function createEvidence(): Evidence {
  return {
    commaDecimal: 0,
    dotDecimal: 0,
    dmy: 0,
    mdy: 0,
    shortYears: 0,
    dates: 0,
    filled: 0,
    numbers: 0,
    fractions: numberStyles.map(() => 0),
    booleans: 0,
    allDates: 0,
    currencies: new Set(),
  };
}

type Style = (typeof numberStyles)[number];

function weighCell(text: string, column: Evidence, table: Evidence): void {
  if (isPlaceholder(text)) return;
  column.filled++;
  if (readNumber(text, numberStyles[0]) !== undefined) {
    column.numbers++;
    weighStyle(text, column);
    weighStyle(text, table);
    if (/[.,]/.test(text)) {
      numberStyles.forEach((style, index) => {
        if (!Number.isInteger(readNumber(text, style))) column.fractions[index]!++;
      });
    }
    const currency = findCurrency(text);
    if (currency !== '' && column.currencies.size < 3) column.currencies.add(currency);
  } else if (readBoolean(text) !== undefined) column.booleans++;
  else if (readDate(text, 'dmy') !== undefined || readDate(text, 'mdy') !== undefined) {
    column.allDates++;
    weighOrder(text, column);
    weighOrder(text, table);
  }
}

function hasStyle(evidence: Evidence): boolean {
  return evidence.commaDecimal + evidence.dotDecimal > 0;
}

function chooseType(evidence: Evidence, style: Style): ColumnType {
  const enough = Math.max(evidence.filled * MAJORITY, 1);
  if (evidence.allDates >= enough) return 'date';
  if (evidence.booleans >= enough) return 'boolean';
  // Amounts in several currencies must not be added up.
  if (evidence.numbers < enough || evidence.currencies.size > 1) return 'text';
  return evidence.fractions[numberStyles.indexOf(style)] === 0 ? 'integer' : 'number';
}

function createReader(type: ColumnType, style: Style, order: DateOrder): ColumnReader {
  switch (type) {
    case 'integer':
    case 'number':
      return { type, read: (text) => readNumber(text, style) ?? null };
    case 'boolean':
      return { type, read: (text) => readBoolean(text) ?? null };
    case 'date':
      return { type, read: (text) => readDate(text, order) ?? null };
    case 'text':
      return { type, read: (text) => (text === '' ? null : text) };
  }
}
