import type { Word } from '../page/page-text.ts';

// Scripts written without spaces: Han, kana, bopomofo and their full-width punctuation. Hangul has spaces.
const UNSPACED =
  /[\u2e80-\u2fff\u3001-\u30ff\u3100-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60\u{20000}-\u{323af}]/u;
const FIRST_UNSPACED = 0x2e80;
const SOFT_HYPHEN = '\u00ad';

/** Joins words of one line into text. A soft hyphen stays only at the very end, where the line break decides. */
export function joinWords(words: readonly Word[]): string {
  let text = '';
  let previous: Word | undefined;
  for (const word of words) {
    if (previous !== undefined && needsSpace(previous, word, text)) text += ' ';
    text += word.text;
    previous = word;
  }
  const endsSoft = text.endsWith(SOFT_HYPHEN);
  const clean = text.replaceAll(SOFT_HYPHEN, '');
  return endsSoft ? clean + SOFT_HYPHEN : clean;
}

/** Joins words in stored order, over all lines of a page. Halves that a hyphen parts at a line's end become one word. */
export function joinStoredWords(words: readonly Word[]): string {
  let text = '';
  let previous: Word | undefined;
  for (const word of words) {
    const isNewLine = previous !== undefined && Math.abs(word.y0 - previous.y0) > 0.5 * word.style.size;
    const isParted = isNewLine && /\p{L}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(word.text);
    if (isParted) text = text.slice(0, -1);
    else if (previous !== undefined && (isNewLine || needsSpace(previous, word, text))) text += ' ';
    text += word.text;
    previous = word;
  }
  return text;
}

function needsSpace(previous: Word, word: Word, text: string): boolean {
  const size = Math.max(previous.style.size, word.style.size, 1);
  const gap = word.x0 >= previous.x0 ? word.x0 - previous.x1 : previous.x0 - word.x1;
  if (!word.spaceBefore && gap < 0.2 * size) return false;
  if (isUnspaced(text) && UNSPACED.test(firstCharacter(word.text))) return gap > 0.9 * size;
  return true;
}

function firstCharacter(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0);
}

function isUnspaced(text: string): boolean {
  // Most text ends below these scripts: no pattern needs to look at it.
  if (text.charCodeAt(text.length - 1) < FIRST_UNSPACED) return false;
  return UNSPACED.test(text.slice(-2));
}

/** Words that occur inside lines of the document; they decide what a hyphen or break at a line's end means. */
export type Vocabulary = ReadonlySet<string>;

/** Appends the next line of a paragraph, resolving a hyphen at the end of what stands so far. */
export function joinLines(text: string, next: string, vocabulary: Vocabulary): string {
  if (text === '') return next;
  if (next === '') return text;
  const last = text.at(-1)!;
  if (/\d[-\u2010-\u2013]$/u.test(text) && /^\d/.test(next)) return text + next;
  if (URL_AT_END.test(text) && /^[\p{L}\p{N}]/u.test(next)) return text + next;
  if (last === SOFT_HYPHEN || ((last === '-' || last === '\u2010') && /\p{L}[-\u2010]$/u.test(text))) {
    return joinHyphenated(text.slice(0, -1), next, vocabulary);
  }
  if (isUnspaced(text) && UNSPACED.test(firstCharacter(next))) return text + next;
  if (HANGUL_END.test(text) && HANGUL_START.test(next)) return joinHangul(text, next, vocabulary);
  return `${text} ${next}`;
}

/** An address that breaks behind one of its signs; the last dot of a sentence is none. */
const URL_AT_END = /(?:^|[\s(<])(?:https?:\/\/|www\.)(?:\S*[/?=&_#%~-])?$/iu;
const HANGUL_END = /[\uac00-\ud7af]$/u;
const HANGUL_START = /^[\uac00-\ud7af]/u;
const PARTICLE =
  /^(?:은|는|이|가|을|를|의|에|에서|로|으로|와|과|도|만|다|한|고|며|서|지|된)(?:[^\uac00-\ud7af]|$)/u;

/** Korean has spaces but breaks its lines anywhere: words seen elsewhere tell whether the break parted one. */
function joinHangul(text: string, next: string, vocabulary: Vocabulary): string {
  const head = /[\uac00-\ud7af]+$/u.exec(text)![0];
  const tail = /^[\uac00-\ud7af]+/u.exec(next)![0];
  const spaced = `${text} ${next}`;
  if (vocabulary.has(head + tail) || PARTICLE.test(next)) return text + next;
  if (vocabulary.has(tail) && (tail.length >= 3 || vocabulary.has(head))) return spaced;
  return vocabulary.has(head) && head.length >= 2 ? spaced : text + next;
}

function joinHyphenated(stem: string, next: string, vocabulary: Vocabulary): string {
  const head = /[\p{L}\p{N}-]*$/u.exec(stem)?.[0] ?? '';
  const tail = /^[\p{L}\p{N}]+/u.exec(next)?.[0] ?? '';
  const whole = (head + tail).toLowerCase();
  // In capitals nothing but the same word elsewhere tells a broken word from a compound.
  const isCapital = /^\p{Lu}+$/u.test(head) && /^\p{Lu}{2,}$/u.test(tail);
  if (isCapital && vocabulary.has(whole)) return stem + next;
  if (tail === '' || !/^\p{Ll}/u.test(tail)) return `${stem}-${next}`;
  const compound = `${head}-${tail}`.toLowerCase();
  if (vocabulary.has(compound) && !vocabulary.has(whole)) return `${stem}-${next}`;
  return stem + next;
}

/** Ends the text of a block: a soft hyphen that nothing followed is a hyphen that was drawn. */
export function finishText(text: string): string {
  return text.endsWith(SOFT_HYPHEN) ? `${text.slice(0, -1)}-` : text;
}
