/**
 * Numerals as headings write them, read into comparable numbers: "12", "L. 123-4", "1er", "IV", "premier", "TWO", "C",
 * "十二". A numeral of several parts, such as "12.1", gives one number for each.
 */

const ROMAN = /^(?=[ivxlcdm])m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/i;
const ROMAN_VALUES: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

/** The number of a Roman numeral. Undefined: it is none. */
export function readRoman(text: string): number | undefined {
  if (!ROMAN.test(text)) return undefined;
  const values = [...text.toLowerCase()].map((letter) => ROMAN_VALUES[letter]!);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

const ORDINAL_WORDS = [
  ['préliminaire', 'préliminaires', 'preliminary'],
  ['un', 'une', 'one', 'premier', 'première', 'first', 'unique'],
  ['deux', 'two', 'deuxième', 'second', 'seconde'],
  ['trois', 'three', 'troisième', 'third'],
  ['quatre', 'four', 'quatrième', 'fourth'],
  ['cinq', 'five', 'cinquième', 'fifth'],
  ['six', 'sixième', 'sixth'],
  ['sept', 'seven', 'septième', 'seventh'],
  ['huit', 'eight', 'huitième', 'eighth'],
  ['neuf', 'nine', 'neuvième', 'ninth'],
  ['dix', 'ten', 'dixième', 'tenth'],
  ['onze', 'eleven', 'onzième', 'eleventh'],
  ['douze', 'twelve', 'douzième', 'twelfth'],
];
const WORD_VALUES = new Map(
  ORDINAL_WORDS.flatMap((words, index) => words.map((word) => [word, index] as const)),
);

/** The words for numbers, longest first, as an alternative of a pattern. */
export const numberWords = [...WORD_VALUES.keys()].sort((a, b) => b.length - a.length).join('|');

const CHINESE_DIGITS = '〇一二三四五六七八九';
const CHINESE_UNITS: Record<string, number> = { 十: 10, 百: 100, 千: 1000 };

/** The number of Chinese or full-width digits, up to thousands. Undefined: it is none. */
export function readChinese(text: string): number | undefined {
  const plain = text.normalize('NFKC').replaceAll('零', '〇').replaceAll('两', '二');
  if (/^\d+$/.test(plain)) return Number(plain);
  let sum = 0;
  let digit = 0;
  for (const character of plain) {
    const unit = CHINESE_UNITS[character];
    if (unit) {
      sum += (digit || 1) * unit;
      digit = 0;
      continue;
    }
    const value = CHINESE_DIGITS.indexOf(character);
    if (value < 0) return undefined;
    digit = value;
  }
  return sum + digit;
}

/** The parts of a numeral in order. Empty: none could be read. */
export function readNumeral(text: string): number[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[.\s]+$/, '');
  const word = WORD_VALUES.get(plain);
  if (word !== undefined) return [word];
  // "Part C" follows "Part B": of single letters, only those that begin a count of their own are Roman.
  if (/^[a-z]$/.test(plain) && !/[ivx]/.test(plain)) return [plain.charCodeAt(0) - 96];
  const roman = readRoman(plain.replace(/(?:er|re|ère|e|ème)$/, '')) ?? readRoman(plain);
  if (roman !== undefined) return [roman];
  const digits = plain.match(/\d+/g);
  if (!digits) return [];
  // "12 bis" and "12a" are between 12 and 13.
  const suffix = /\d\s?(?:(bis)|(ter)|(quater)|([a-z]))$/.exec(plain);
  const added = suffix
    ? [suffix[4] ? suffix[4].charCodeAt(0) - 96 : [1, 2, 3].find((at) => suffix[at])!]
    : [];
  return [...digits.map(Number), ...added];
}

/** Negative, zero or positive as `a` is before, at or after `b`. */
export function compareNumerals(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
