import {
  fold,
  foldTraditional,
  isChineseStopWord,
  isEnglishStopWord,
  isFrenchStopWord,
  stemEnglish,
  stemFrench,
} from '@lectern/text-analysis';

/** A word, a Chinese character, a number or a date of a question. */
export type RuleToken = {
  text: string;
  /** Found to mean something already. */
  taken: boolean;
  number?: number;
  /** ISO 8601, or as much of it as was said. */
  date?: string;
};

const MONTHS = [
  'january|janvier',
  'february|fevrier',
  'march|mars',
  'april|avril',
  'may|mai',
  'june|juin',
  'july|juillet',
  'august|aout',
  'september|septembre',
  'october|octobre',
  'november|novembre',
  'december|decembre',
];
const MONTH = `(${MONTHS.join('|')})`;
const DAY = String.raw`(\d{1,2})(?:er|st|nd|rd|th)?`;

const two = (value: string | number) => String(value).padStart(2, '0');
const monthOf = (name: string) => two(MONTHS.findIndex((names) => names.split('|').includes(name)) + 1);

/** `read` gives undefined where what looks like a date is none, or could be two. */
const datePatterns: { pattern: RegExp; read: (match: string[], year: string) => string | undefined }[] = [
  { pattern: /(\d{4})-(\d{2})(?:-(\d{2}))?(?!\d)/y, read: (m) => m[0] },
  {
    pattern: /(\d{1,2})[/.](\d{1,2})[/.](\d{4})(?!\d)/y,
    read: ([, a = '', b = '', year]) => {
      if (Number(b) > 12) return `${year}-${two(a)}-${two(b)}`;
      return Number(a) > 12 || a === b ? `${year}-${two(b)}-${two(a)}` : undefined;
    },
  },
  {
    pattern: new RegExp(String.raw`${DAY} (?:of )?${MONTH},? (\d{4})(?!\d)`, 'y'),
    read: ([, day = '', month = '', year]) => `${year}-${monthOf(month)}-${two(day)}`,
  },
  {
    pattern: new RegExp(String.raw`${MONTH} ${DAY},? (\d{4})(?!\d)`, 'y'),
    read: ([, month = '', day = '', year]) => `${year}-${monthOf(month)}-${two(day)}`,
  },
  {
    pattern: new RegExp(String.raw`${MONTH},? (?:of |de )?(\d{4})(?!\d)`, 'y'),
    read: ([, month = '', year]) => `${year}-${monthOf(month)}`,
  },
  {
    pattern: /(\d{4}) ?年(?: ?(\d{1,2}) ?月(?: ?(\d{1,2}) ?[日号])?)?/y,
    read: ([, year, month, day]) =>
      [year, month, day]
        .filter((part) => part !== undefined)
        .map(two)
        .join('-'),
  },
  { pattern: /(\d{1,2}) ?月(?:份)?/y, read: ([, month = ''], year) => `${year}-${two(month)}` },
  // A month alone is that of the present year; "may" is a verb more often.
  {
    pattern: new RegExp(String.raw`(?!may)${MONTH}(?![\p{L}\p{N}])`, 'uy'),
    read: ([, month = ''], year) => `${year}-${monthOf(month)}`,
  },
];

const NUMBER = /\d{1,3}(?: \d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*/y;
const SCALE = / ?(k|thousand|mille|millions?|千|万|百万|亿)(?![\p{L}])/uy;
const UNIT = / ?(?:[€$£¥%]|(?:euros?|dollars?|eur|usd|cny)(?!\p{L})|元)/uy;
const scales: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  mille: 1e3,
  千: 1e3,
  万: 1e4,
  百万: 1e6,
  亿: 1e8,
};
/** Letters right behind digits that are no scale or unit: a code. */
const STUCK = /^(?!(?:k|eur|usd|cny)(?![a-z]))[a-z]/;
const PIECE = /\p{Script=Han}|[\p{L}\p{N}]+/uy;

/** One spelling for words of a question, of column names and of values. */
export function foldText(text: string): string {
  return foldTraditional(fold(text)).replace(/[’‘]/g, "'").replace(/\s+/g, ' ');
}

/** The words of a question; `today` is a date in ISO 8601. */
export function readTokens(question: string, today: string): RuleToken[] {
  const text = foldText(question);
  const isFrench = /(?:^|\W)(?:le|la|les|des|du|est|sont|quel\w*|combien|dont|plus|moins)(?:\W|$)/.test(text);
  const tokens: RuleToken[] = [];
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  while (at < text.length) {
    const isStart = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!) || /\p{Script=Han}/u.test(text[at - 1]!);
    const date = isStart ? readDateAt(take, today) : undefined;
    if (date) {
      tokens.push({ text: date.text, taken: false, ...(date.iso === undefined ? {} : { date: date.iso }) });
      at += date.text.length;
      continue;
    }
    const number = isStart ? take(NUMBER) : null;
    if (number && !STUCK.test(text.slice(at + number[0].length))) {
      at += number[0].length;
      const scale = take(SCALE);
      if (scale) at += scale[0].length;
      const unit = take(UNIT);
      if (unit) at += unit[0].length;
      const factor = scale ? (scales[scale[1]!] ?? 1e6) : 1;
      tokens.push({ text: number[0], taken: false, number: readNumber(number[0], isFrench) * factor });
      continue;
    }
    const piece = take(PIECE);
    if (piece) tokens.push({ text: piece[0], taken: false });
    else if (/[<>=≥≤]/.test(text[at]!)) tokens.push({ text: text[at]!, taken: false });
    at += piece ? piece[0].length : 1;
  }
  return tokens;
}

function readDateAt(take: (pattern: RegExp) => RegExpExecArray | null, today: string) {
  for (const { pattern, read } of datePatterns) {
    const match = take(pattern);
    if (match) return { text: match[0], iso: read([...match], today.slice(0, 4)) };
  }
  return undefined;
}

function readNumber(text: string, isFrench: boolean): number {
  const plain = text.replace(/ /g, '');
  if (!/[.,]/.test(plain)) return Number(plain);
  const [group, decimal] = isFrench ? ['.', ','] : [',', '.'];
  if (new RegExp(`^\\d{1,3}(?:\\${group}\\d{3})+(?:\\${decimal}\\d+)?$`).test(plain))
    return Number(plain.replaceAll(group, '').replace(decimal, '.'));
  return Number(plain.replace(',', '.'));
}

/** The words of a name or a phrase, as they are looked for. */
export function readWords(text: string): string[] {
  return [...foldText(text).matchAll(new RegExp(PIECE.source, 'gu'))].map(([piece]) => piece);
}

/** Whether a word only joins others. */
export function joinsOnly(word: string): boolean {
  if (/^\p{Script=Han}$/u.test(word)) return isChineseStopWord(word);
  return isEnglishStopWord(word) || isFrenchStopWord(word);
}

/** One word, or its plural or feminine. */
export function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  if (a.length < 3 || b.length < 3 || /\p{Script=Han}/u.test(a + b)) return false;
  return stemEnglish(a) === stemEnglish(b) || stemFrench(a) === stemFrench(b);
}

/**
 * Where the words are in the question, one after the other, with joining words between them at most: first and last
 * token, none of them taken. `exact` forbids inflexion.
 */
export function findWords(
  tokens: readonly RuleToken[],
  words: readonly string[],
  exact = false,
): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  const same = exact ? (a: string, b: string) => a === b : isSameWord;
  for (let from = 0; from < tokens.length; from++) {
    let at = from;
    let word = 0;
    while (at < tokens.length && word < words.length) {
      const token = tokens[at]!;
      if (token.taken) break;
      if (same(token.text, words[word]!)) word++;
      else if (exact || word === 0 || !joinsOnly(token.text)) break;
      at++;
    }
    if (word === words.length && words.length > 0) found.push({ from, to: at - 1 });
  }
  return found;
}

/** Whether the question says the table's own name. */
export function namesTable(question: string, { name }: { name: string }): boolean {
  const words = readWords(name).filter((word) => !joinsOnly(word));
  const asked = readWords(question);
  return words.length > 0 && words.every((word) => asked.some((other) => isSameWord(word, other)));
}
