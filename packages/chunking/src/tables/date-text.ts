/** Which of two numbers before the year is the day. */
export type DateOrder = 'dmy' | 'mdy';

const TIME = String.raw`(?:[T\s,]\s*(\d{1,2})[:hH](\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(Z|[AaPp]\.?[Mm]\.?|[+-]\d{2}:?\d{2})?)?`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME}$`);
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})${TIME}$`);
const CHINESE = /^(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日?(?:\s*(\d{1,2})[:时](\d{2})分?)?$/;
const WEEKDAY = String.raw`(?:\p{L}{2,9}\.?,?\s+)?`;
const DAY_NAMED = new RegExp(
  String.raw`^${WEEKDAY}(\d{1,2})(?:er|st|nd|rd|th|\.)?[\s-]+(?:of\s+)?(\p{L}{3,9})\.?,?[\s-]+(\d{4})${TIME}$`,
  'u',
);
const NAMED_DAY = new RegExp(
  String.raw`^${WEEKDAY}(\p{L}{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${TIME}$`,
  'u',
);

/** English and French names of months, and their usual abbreviations, without accents. */
const MONTHS: readonly string[][] = [
  ['jan', 'january', 'janv', 'janvier'],
  ['feb', 'february', 'fev', 'fevr', 'fevrier'],
  ['mar', 'march', 'mars'],
  ['apr', 'april', 'avr', 'avril'],
  ['may', 'mai'],
  ['jun', 'june', 'juin'],
  ['jul', 'july', 'juil', 'juillet'],
  ['aug', 'august', 'aout'],
  ['sep', 'sept', 'september', 'septembre'],
  ['oct', 'october', 'octobre'],
  ['nov', 'november', 'novembre'],
  ['dec', 'december', 'decembre'],
];
const monthNumbers = new Map(MONTHS.flatMap((names, index) => names.map((name) => [name, index + 1])));

function readMonth(name: string): number | undefined {
  return monthNumbers.get(name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
}

/**
 * Reads a date as people write it, with or without a time of day: "31/12/2025", "2025-12-31 14:30", "1er janvier 2025",
 * "Dec 31, 2025", "2025年12月31日". The result is ISO 8601; undefined where the text is no date that exists.
 */
export function readDate(given: string, order: DateOrder): string | undefined {
  const text = given.trim();
  if (text.length < 6 || text.length > 48 || !/\d/.test(text)) return undefined;
  let match = YEAR_FIRST.exec(text);
  if (match) return writeDate(match[1]!, match[2]!, match[3]!, match.slice(4));
  match = YEAR_LAST.exec(text);
  if (match) {
    const [day, month] =
      order === 'mdy' && match[2] !== '.' ? [match[3]!, match[1]!] : [match[1]!, match[3]!];
    return writeDate(fullYear(match[4]!), month, day, match.slice(5));
  }
  match = CHINESE.exec(text);
  if (match) return writeDate(match[1]!, match[2]!, match[3]!, match.slice(4));
  match = DAY_NAMED.exec(text);
  const named = match
    ? { day: match[1]!, month: readMonth(match[2]!), year: match[3]!, time: match.slice(4) }
    : undefined;
  if (named?.month) return writeDate(named.year, String(named.month), named.day, named.time);
  match = NAMED_DAY.exec(text);
  const month = match ? readMonth(match[1]!) : undefined;
  return match && month ? writeDate(match[3]!, String(month), match[2]!, match.slice(4)) : undefined;
}

function fullYear(year: string): string {
  if (year.length === 4) return year;
  return String(Number(year) + (Number(year) < 70 ? 2000 : 1900));
}

function writeDate(
  year: string,
  month: string,
  day: string,
  [hour, minute, second, zone]: (string | undefined)[],
): string | undefined {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (hour === undefined || minute === undefined) return iso;
  const isHalfDay = /^[AaPp]/.test(zone ?? '');
  const hours = isHalfDay ? (Number(hour) % 12) + (/^[Pp]/.test(zone!) ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minute) > 59) return undefined;
  const clock = `${String(hours).padStart(2, '0')}:${minute}:${second ?? '00'}`;
  return `${iso}T${clock}${isHalfDay ? '' : (zone ?? '')}`;
}

/** What a column's dates tell about the order of day and month. */
export type OrderEvidence = { dmy: number; mdy: number; shortYears: number; dates: number };

/** Adds what one cell tells: a number over twelve can only be a day. */
export function weighOrder(text: string, evidence: OrderEvidence): void {
  const match = YEAR_LAST.exec(text.trim());
  if (!match || match[2] === '.') return;
  evidence.dates++;
  if (match[4]!.length === 2) evidence.shortYears++;
  if (Number(match[1]) > 12) evidence.dmy++;
  else if (Number(match[3]) > 12) evidence.mdy++;
}

/** The order that evidence speaks for. Without any, workbooks write short years the American way; all else is day first. */
export function chooseOrder(evidence: OrderEvidence, isWorkbook: boolean): DateOrder {
  if (evidence.mdy !== evidence.dmy) return evidence.mdy > evidence.dmy ? 'mdy' : 'dmy';
  return isWorkbook && evidence.shortYears > 0 && evidence.shortYears === evidence.dates ? 'mdy' : 'dmy';
}
