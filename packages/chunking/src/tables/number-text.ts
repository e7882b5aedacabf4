/** What commas and dots mean in a column of numbers. */
export type NumberStyle = { comma: 'decimal' | 'group'; dot: 'decimal' | 'group' };

/** Every way in which numbers are written: as in English, as in German, as programs write them for French readers. */
export const numberStyles = [
  { comma: 'group', dot: 'decimal' },
  { comma: 'decimal', dot: 'group' },
  { comma: 'decimal', dot: 'decimal' },
] as const satisfies NumberStyle[];
const [ENGLISH, CONTINENTAL, EITHER] = numberStyles;

/** A currency sign or code, or a percent sign, before or after the digits. */
const UNIT =
  /^(?:[\p{Sc}%‰]|EUR|USD|GBP|CHF|CAD|AUD|CNY|RMB|JPY|元)\s*|\s*(?:[\p{Sc}%‰]|EUR|USD|GBP|CHF|CAD|AUD|CNY|RMB|JPY|元)$/u;
const DIGITS_FIRST = /^[\d.,]/;
const GROUPED_BY_SPACE = /^\d{1,3}(?:[\s'’]\d{3})+(?:[.,]\d+)?$/;
/** More digits than a number keeps exactly are an identifier. */
const MAX_DIGITS = 15;

/** The digits of a number with their commas and dots, its sign apart; undefined where the text is no number. */
function readDigits(text: string): { digits: string; negative: boolean; unit: string } | undefined {
  const first = text.charCodeAt(0);
  // Most cells that are no numbers begin with a letter.
  if ((first >= 97 && first <= 122) || text.length > 40) return undefined;
  // Marks that point to a footnote.
  let rest = text.replace(/[*†‡]{1,3}\s*$/, '').trim();
  let negative = false;
  if (rest.startsWith('(') && rest.endsWith(')')) {
    negative = true;
    rest = rest.slice(1, -1).trim();
  }
  const takeSign = () => {
    const sign = /^[-−–+▲△]\s*/.exec(rest);
    if (!sign) return;
    negative ||= sign[0][0] !== '+';
    rest = rest.slice(sign[0].length);
  };
  takeSign();
  let unit = '';
  if (!DIGITS_FIRST.test(rest) || !/\d$/.test(rest)) {
    rest = rest.replace(UNIT, (found) => {
      unit = found.trim();
      return '';
    });
    takeSign();
  }
  rest = rest.trim();
  if (/[\s'’]/.test(rest)) {
    if (!GROUPED_BY_SPACE.test(rest)) return undefined;
    rest = rest.replace(/[\s'’]/g, '');
  }
  if (!/^(?:\d[\d.,]*|[.,]\d+)$/.test(rest) || /[.,]$/.test(rest)) return undefined;
  if (rest.length > MAX_DIGITS && rest.replace(/\D/g, '').length > MAX_DIGITS) return undefined;
  // "007" and "01.02" are codes.
  if (/^0\d/.test(rest)) return undefined;
  return { digits: rest, negative, unit };
}

/** The sign or code of money that a cell is given in, such as "€"; empty where it has none. */
export function findCurrency(text: string): string {
  const unit = readDigits(text)?.unit ?? '';
  return /^[%‰]$/.test(unit) ? '' : unit;
}

/**
 * Reads a number as people write it: "1 234,5", "1,234.5", "(3)", "12 %", "€ 4.50". The value of a percentage is the
 * figure before its sign. Undefined where the text is no number.
 */
export function readNumber(text: string, style: NumberStyle): number | undefined {
  const found = readDigits(text);
  if (!found) return undefined;
  const plain = unifyDecimal(found.digits, style);
  if (plain === undefined) return undefined;
  const value = Number(plain);
  if (!Number.isFinite(value)) return undefined;
  return found.negative && value !== 0 ? -value : value;
}

function unifyDecimal(digits: string, style: NumberStyle): string | undefined {
  const comma = digits.lastIndexOf(',');
  const dot = digits.lastIndexOf('.');
  if (comma < 0 && dot < 0) return digits;
  if (comma >= 0 && dot >= 0) {
    const [decimal, group] = comma > dot ? [',', '.'] : ['.', ','];
    return readGroups(digits, group, decimal);
  }
  const mark = comma >= 0 ? ',' : '.';
  const isSingle = digits.indexOf(mark) === digits.lastIndexOf(mark);
  if (!isSingle) return readGroups(digits, mark, undefined);
  const isGroup = (mark === ',' ? style.comma : style.dot) === 'group' && mayBeGroup(digits, mark);
  return isGroup ? digits.replace(mark, '') : digits.replace(mark, '.');
}

/** A mark before exactly three digits, with one to three before it that do not begin with zero. */
function mayBeGroup(digits: string, mark: string): boolean {
  const at = digits.indexOf(mark);
  return at >= 1 && at <= 3 && digits.length - at === 4 && digits[0] !== '0';
}

function readGroups(digits: string, group: string, decimal: string | undefined): string | undefined {
  const [whole = '', fraction, more] = decimal === undefined ? [digits] : digits.split(decimal);
  if (more !== undefined) return undefined;
  const parts = whole.split(group);
  const isSound = parts.every((part, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(part));
  if (!isSound) return undefined;
  return parts.join('') + (fraction === undefined ? '' : `.${fraction}`);
}

/** What a column's values tell about commas and dots: counts of those that leave no doubt. */
export type StyleEvidence = { commaDecimal: number; dotDecimal: number };

/** Adds what one cell tells. */
export function weighStyle(text: string, evidence: StyleEvidence): void {
  if (!/[.,]/.test(text)) return;
  const digits = readDigits(text)?.digits;
  if (digits === undefined) return;
  const comma = digits.lastIndexOf(',');
  const dot = digits.lastIndexOf('.');
  if (comma >= 0 && dot >= 0) evidence[comma > dot ? 'commaDecimal' : 'dotDecimal']++;
  else if (comma >= 0) {
    if (digits.indexOf(',') !== comma) evidence.dotDecimal++;
    else if (!mayBeGroup(digits, ',')) evidence.commaDecimal++;
  } else if (dot >= 0) {
    if (digits.indexOf('.') !== dot) evidence.commaDecimal++;
    else if (!mayBeGroup(digits, '.')) evidence.dotDecimal++;
  }
}

/** The style that evidence speaks for; where there is none, the one that the language writes. */
export function chooseStyle(
  evidence: StyleEvidence,
  language: string | undefined,
): (typeof numberStyles)[number] {
  if (evidence.commaDecimal > evidence.dotDecimal) return CONTINENTAL;
  if (evidence.dotDecimal > 0) return ENGLISH;
  return /^fr/i.test(language ?? '') ? EITHER : ENGLISH;
}
