import { numberWords, readChinese, readNumeral, readRoman } from './numerals.ts';

/**
 * What a numbered line is called, outermost first. The names are those of all languages together: a French titre and an
 * English title, a Chinese 条 and an article, "§ 12" and "Art. 12". `decimal1` is "1.", `decimal2` "1.1" and so on;
 * `item…` are lists inside a text, never headings.
 */
export const markKinds = [
  'book',
  'part',
  'title',
  'chapter',
  'division',
  'section',
  'subsection',
  'annex',
  'chinese1',
  'chinese2',
  'roman',
  'letter',
  'article',
  'decimal1',
  'decimal2',
  'decimal3',
  'decimal4',
  'decimal5',
  'decimal6',
  'clause',
  'item',
  'subitem',
] as const;
export type MarkKind = (typeof markKinds)[number];

/** Kinds that a word names, so that few lines are taken for them by mistake. */
export const namedKinds: ReadonlySet<MarkKind> = new Set(
  markKinds.slice(0, markKinds.indexOf('chinese1')).concat('article'),
);

/** A number at the head of a line. */
export type Mark = {
  kind: MarkKind;
  /** Numbers of the numeral: [12, 1] of "Article 12.1". Empty where it has none. */
  number: number[];
  /** As written: "Article 12.1", "第三条", "1.1". */
  label: string;
  /** What follows on the line, without dashes and colons between. */
  rest: string;
  /** A number without anything that marks it as one: a heading may have such, a sentence may begin with one. */
  isBare?: boolean;
};

const WORDS: [MarkKind, string][] = [
  ['annex', 'annexes?|appendix|appendice|schedule|addendum'],
  ['book', 'livre|tome|book|volume'],
  ['part', 'partie|part'],
  ['title', 'titre|title'],
  ['chapter', 'chapitre|chapter|chap\\.'],
  ['division', 'division'],
  ['subsection', 'sous[- ]section|sub-?section|subdivision'],
  ['section', 'section|sect\\.'],
  ['article', 'articles?|art\\.|sec\\.|§§?'],
  ['clause', 'alinéa|paragraphe|clause'],
];
const NUMERAL = `(?:[LRDA]\\.?\\s?\\*?)?\\d+(?:[.-]\\d+)*(?:er|re|ère|e|ème)?(?:\\s?(?:bis|ter|quater)\\b|[a-zA-Z](?![\\p{L}]))?|[ivxlcdm]+(?:er|re)?|${numberWords}|[a-z]`;
/** After the numeral: the end, a separator, or a space before what does not read on as a sentence. */
const AFTER_NUMERAL = /^(?:$|\s*[.:–—)-](?:\s|$)|\s*[–—:]|\s+[^\p{Ll}\s])/u;
const NAMED = WORDS.map(
  ([kind, words]) =>
    [
      kind,
      new RegExp(
        `^(?:${words})(?:\\s+|(?<=[.§])\\s*)(?:n[o°º]\\.?\\s*)?(?<numeral>${NUMERAL})(?![\\p{L}\\p{N}])`,
        'iu',
      ),
    ] as const,
);
const ORDINAL_FIRST = new RegExp(
  `^(?<numeral>${numberWords})\\s+(?<word>partie|part|section|titre)(?=$|\\s*[.:–—-])`,
  'iu',
);
const BARE_ANNEX = /^(?:annexe|annex|appendix|appendice|schedule|附件|附录|附錄|附则|附則)\s*[:.–—-]?$/iu;
const TITLE_START = /^(?:$|[\p{Lu}\p{Lo}\p{Lt}«“"([])/u;

const CHINESE =
  /^第\s*(?<numeral>[\d０-９零〇一二三四五六七八九十百千两]+)\s*(?<word>编|編|分编|部分|章|节|節|条|條|款)(?:之[一二三四五六七八九十]+)?/u;
const CHINESE_KINDS: Record<string, MarkKind> = {
  编: 'part',
  編: 'part',
  分编: 'title',
  部分: 'part',
  章: 'chapter',
  节: 'section',
  節: 'section',
  条: 'article',
  條: 'article',
  款: 'clause',
};
const CHINESE_ANNEX = /^(?:附件|附录|附錄|附表)\s*(?<numeral>[\d０-９一二三四五六七八九十]+)/u;
const CHINESE_LIST = /^(?<numeral>[一二三四五六七八九十]{1,3})\s*[、.．]/u;
const CHINESE_PARENTHESES = /^[（(](?<numeral>[一二三四五六七八九十]{1,3})[）)]/u;
const DECIMAL =
  /^(?<numeral>\d{1,3}(?:\.\d{1,3}){0,5})(?<end>\.|\)|．)?(?=\s+\S|$|[^\d\s.,)%°/\p{L}]|\p{Script=Han})/u;
const ROMAN_LINE = /^(?<numeral>[IVXLC]+)\s*(?:\.|–|—|-|\s–)\s+(?=\p{Lu})/u;
const LETTER_LINE = /^(?<numeral>[A-Z])\s*(?:\.|\)|–|—)\s+(?=\p{Lu})/u;
const ITEM = /^(?:\(?(?<letter>[a-z]{1,2}|\d{1,2}(?:\.\d+)?)\)|(?<degree>\d{1,2})\s?°|[•–—-](?=\s))/u;

/** Reads the number at the head of a line. Undefined: it has none that any family knows. */
export function readMark(line: string): Mark | undefined {
  const text = line.trim();
  return readNamed(text) ?? readChineseMark(text) ?? readDecimal(text) ?? readLetter(text);
}

function readNamed(text: string): Mark | undefined {
  for (const [kind, pattern] of NAMED) {
    const match = pattern.exec(text);
    if (!match || !AFTER_NUMERAL.test(text.slice(match[0].length))) continue;
    const number = readNumeral(match.groups!.numeral!);
    if (number.length > 0) return makeMark(kind, number, text, match[0].length);
  }
  const ordinal = ORDINAL_FIRST.exec(text);
  if (ordinal) {
    const word = ordinal.groups!.word!.toLowerCase();
    const kind = word === 'section' ? 'section' : word === 'titre' ? 'title' : 'part';
    return makeMark(kind, readNumeral(ordinal.groups!.numeral!), text, ordinal[0].length);
  }
  return BARE_ANNEX.test(text)
    ? { kind: 'annex', number: [], label: text.replace(/\W+$/u, ''), rest: '' }
    : undefined;
}

function readChineseMark(text: string): Mark | undefined {
  const numbered = CHINESE.exec(text);
  const annex = numbered ? null : CHINESE_ANNEX.exec(text);
  const list = numbered || annex ? null : CHINESE_LIST.exec(text);
  const match = numbered ?? annex ?? list ?? CHINESE_PARENTHESES.exec(text);
  const number = match ? readChinese(match.groups!.numeral!) : undefined;
  if (!match || number === undefined) return undefined;
  const kind = numbered
    ? CHINESE_KINDS[numbered.groups!.word!]!
    : annex
      ? 'annex'
      : list
        ? 'chinese1'
        : 'chinese2';
  const mark = makeMark(kind, [number], text, match[0].length);
  return numbered && /^\p{L}/u.test(text.slice(match[0].length)) ? { ...mark, isBare: true } : mark;
}

function readDecimal(text: string): Mark | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const { numeral = '', end } = match.groups!;
  const number = numeral.split('.').map(Number);
  const mark = makeMark(`decimal${number.length}` as MarkKind, number, text, match[0].length);
  // "12 months" is no heading, and neither is "1.5 million".
  if (end === undefined && !TITLE_START.test(mark.rest)) return undefined;
  if (end === ')') return { ...mark, kind: 'item' };
  return end === undefined && number.length === 1 ? { ...mark, isBare: true } : mark;
}

function readLetter(text: string): Mark | undefined {
  const roman = ROMAN_LINE.exec(text);
  const numeral = roman?.groups?.numeral ?? '';
  // Of single letters, "C." and "D." rather follow "A." and "B.".
  if (roman && !/^[LCDM]$/.test(numeral) && readRoman(numeral) !== undefined)
    return makeMark('roman', [readRoman(numeral)!], text, roman[0].length);
  const letter = LETTER_LINE.exec(text);
  if (letter) return makeMark('letter', readNumeral(letter.groups!.numeral!), text, letter[0].length);
  const item = ITEM.exec(text);
  if (!item) return undefined;
  const inner = item.groups!.letter ?? item.groups!.degree ?? '';
  const isSub = inner === '' || (/^[ivx]+$/.test(inner) && inner !== 'v' && inner !== 'x');
  return makeMark(isSub ? 'subitem' : 'item', readNumeral(inner), text, item[0].length);
}

function makeMark(kind: MarkKind, number: number[], text: string, length: number): Mark {
  return {
    kind,
    number,
    label: text.slice(0, length).replace(namedKinds.has(kind) ? /[\s.:、．–—-]+$/u : /[\s:–—-]+$/u, ''),
    rest: text
      .slice(length)
      .replace(/^[\s.:、．–—-]+/u, '')
      .trim(),
  };
}
