const ROMAN: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];
const CHINESE_DIGITS = '零一二三四五六七八九';

/** Writes a list number in one of the number formats of Office and OpenDocument files. */
export function formatNumber(value: number, format: string): string {
  switch (format) {
    case 'lowerLetter':
    case 'a':
      return letters(value);
    case 'upperLetter':
    case 'A':
      return letters(value).toUpperCase();
    case 'lowerRoman':
    case 'i':
      return roman(value);
    case 'upperRoman':
    case 'I':
      return roman(value).toUpperCase();
    case 'decimalZero':
      return String(value).padStart(2, '0');
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x2460 + value - 1) : String(value);
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'japaneseCounting':
    case 'ideographDigital':
    case 'taiwaneseCountingThousand':
      return chinese(value);
    case 'none':
      return '';
    default:
      return String(value);
  }
}

function letters(value: number): string {
  if (value < 1) return String(value);
  return String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.min(Math.ceil(value / 26), 10));
}

function roman(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  let rest = value;
  let text = '';
  for (const [size, sign] of ROMAN) {
    while (rest >= size) {
      text += sign;
      rest -= size;
    }
  }
  return text;
}

function chinese(value: number): string {
  if (value < 0 || value > 99) return String(value);
  if (value < 10) return CHINESE_DIGITS[value]!;
  const tens = Math.floor(value / 10);
  const ones = value % 10;
  return `${tens > 1 ? CHINESE_DIGITS[tens] : ''}十${ones > 0 ? CHINESE_DIGITS[ones] : ''}`;
}
