import { segmentChinese } from './chinese.ts';
import { fold } from './fold.ts';
import { isFrenchStopWord } from './stop-words.ts';
import { foldTraditional } from './traditional-chinese.ts';

/**
 * How a token came about: a `word` is in the text; a `part` is a piece of a compound (camelCase, snake_case,
 * FY2018); a `compound` is the whole of one, kept next to its parts; `joined` is a hyphenated word without its hyphen;
 * `han` is a Chinese word; a `pair` is two neighbouring characters inside a word of a script without spaces, and a
 * `bridge` two of different words.
 */
export type TokenKind = 'word' | 'part' | 'compound' | 'joined' | 'han' | 'pair' | 'bridge';

/** A folded, unstemmed token with its place in the text (UTF-16 offsets). */
export type Token = { text: string; kind: TokenKind; start: number; end: number };

const han = String.raw`\p{Script=Han}々〇`;
const kana = String.raw`\p{Script=Hiragana}\p{Script=Katakana}ー`;
const spaceless = String.raw`\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const letter = String.raw`[[\p{L}\p{M}\p{N}_]--[${han}${kana}\p{Script=Hangul}${spaceless}]]`;

const pieces = new RegExp(
  [
    String.raw`(?<number>\p{Nd}+(?:[.,]\p{Nd}+)+(?!${letter}))`,
    `(?<han>[${han}]+)`,
    String.raw`(?<pairs>[${kana}]+|\p{Script=Hangul}+|[${spaceless}\p{M}]+)`,
    `(?<word>${letter}+(?:['’]${letter}+)*)`,
  ].join('|'),
  'gv',
);

/** Every token of a text in reading order; compounds come before their parts. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let previous: { end: number; text: string } | undefined;
  for (const match of text.matchAll(pieces)) {
    const start = match.index;
    const piece = match[0];
    const groups = match.groups!;
    if (groups.han !== undefined) pushHan(tokens, piece, start);
    else if (groups.pairs !== undefined) pushPairs(tokens, fold(piece), start, piece.length);
    else if (groups.number !== undefined) pushNumber(tokens, piece, start);
    else {
      if (previous !== undefined && text[previous.end] === '-' && previous.end + 1 === start) {
        pushHyphenated(tokens, previous.text, piece, start);
      }
      pushWord(tokens, piece, start);
      previous = { end: start + piece.length, text: piece };
    }
  }
  return tokens;
}

/** Thousands separators vanish, decimals stay: 1,577.5 and 1577.5 are one number. */
function pushNumber(tokens: Token[], piece: string, start: number): void {
  const digits = piece.normalize('NFKC');
  const groups = digits.split(/[.,]/);
  const grouped = groups.length > 1 && groups.slice(1).every((group) => group.length === 3);
  const last = digits.search(/[.,][^.,]*$/);
  const text = grouped
    ? groups.join('')
    : `${digits.slice(0, last).replace(/[.,]/g, '')}.${digits.slice(last + 1)}`;
  tokens.push({ text, kind: 'word', start, end: start + piece.length });
}

/** e-mail and email, 10-K and 10K, COVID-19 and COVID19 are one word written in two ways. */
function pushHyphenated(tokens: Token[], left: string, right: string, start: number): void {
  if (left.length > 2 && right.length > 2) return;
  // est-ce, puis-je, a-t-il: French pronouns behind their verb.
  if (isFrenchStopWord(fold(left)) || isFrenchStopWord(fold(right))) return;
  const whole = fold(left + right);
  tokens.push({ text: whole, kind: 'joined', start: start - left.length - 1, end: start + right.length });
}

const elided = /^(?:[ldjmtsnc]|qu|jusqu|lorsqu|puisqu|quoiqu)$/;

function pushWord(tokens: Token[], piece: string, start: number): void {
  const apostrophe = piece.search(/['’]/);
  if (apostrophe < 0) {
    pushCompound(tokens, piece, start);
    return;
  }
  const left = piece.slice(0, apostrophe);
  const right = piece.slice(apostrophe + 1);
  if (fold(left) === 'aujourd') {
    tokens.push({ text: 'aujourdhui', kind: 'word', start, end: start + piece.length });
    return;
  }
  if (!elided.test(fold(left))) pushCompound(tokens, left, start);
  if (!/^(?:s|t|re|ve|ll|d|m)$/i.test(right)) pushWord(tokens, right, start + apostrophe + 1);
}

const compoundParts = /\p{Nd}+|\p{Lu}{2,}(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|[\p{L}\p{M}]+/gu;

function pushCompound(tokens: Token[], piece: string, start: number): void {
  const end = start + piece.length;
  const text = fold(piece).replace(/^_+|_+$/g, '');
  if (text === '') return;
  const parts = isPlain(piece) ? [] : [...piece.matchAll(compoundParts)];
  if (parts.length < 2) {
    tokens.push({ text, kind: 'word', start, end });
    return;
  }
  tokens.push({ text, kind: 'compound', start, end });
  for (const part of parts) {
    const partStart = start + part.index;
    tokens.push({ text: fold(part[0]), kind: 'part', start: partStart, end: partStart + part[0].length });
  }
}

function isPlain(piece: string): boolean {
  return /^(?:[A-Za-z]?[a-z]+|[A-Z]+|\d+)$/.test(piece);
}

function pushHan(tokens: Token[], piece: string, start: number): void {
  const simplified = foldTraditional(piece);
  const words = new Set<number>();
  const bounds = new Set<number>();
  let at = 0;
  for (const word of segmentChinese(simplified)) {
    if (word.length === 2) words.add(at);
    tokens.push({ text: word, kind: 'han', start: start + at, end: start + at + word.length });
    at += word.length;
    bounds.add(at);
  }
  for (let i = 0; i + 1 < simplified.length; i++) {
    if (words.has(i)) continue;
    const kind = bounds.has(i + 1) ? 'bridge' : 'pair';
    tokens.push({ text: simplified.slice(i, i + 2), kind, start: start + i, end: start + i + 2 });
  }
}

function pushPairs(tokens: Token[], folded: string, start: number, length: number): void {
  if (folded.length < 3) {
    tokens.push({ text: folded, kind: 'word', start, end: start + length });
    return;
  }
  for (let i = 0; i + 1 < folded.length; i++) {
    const from = start + Math.min(i, length);
    tokens.push({
      text: folded.slice(i, i + 2),
      kind: 'pair',
      start: from,
      end: start + Math.min(i + 2, length),
    });
  }
}
