import { isEnglishStopWord, isFrenchStopWord } from './stop-words.ts';
import type { Token } from './tokens.ts';

/** The languages that have a stemmer; `other` is any other one, or a text too short to tell. */
export type StemLanguage = 'en' | 'fr' | 'other';

/** The stop words that both languages have tell nothing. */
const shared = new Set([
  'a',
  'on',
  'me',
  's',
  't',
  'y',
  'i',
  'd',
  'c',
  'm',
  'n',
  'plus',
  'as',
  'or',
  'son',
  'ton',
]);

/**
 * Which stemmer a text takes, by counting the function words of each language. A wrong guess costs little: a question
 * is always looked up with every stem of its words.
 */
export function guessStemLanguage(tokens: Token[], sample = 400): StemLanguage {
  let english = 0;
  let french = 0;
  let words = 0;
  for (const token of tokens) {
    if (token.kind !== 'word') continue;
    if (++words > sample) break;
    if (shared.has(token.text)) continue;
    if (isEnglishStopWord(token.text)) english++;
    if (isFrenchStopWord(token.text)) french++;
  }
  if (french > english) return 'fr';
  if (english > 0 || words < 40) return 'en';
  // Tables and code hold few function words; real prose of another language holds none of these at all.
  return 'other';
}
