import { splitSentences } from '@lectern/text-analysis';
import { type TermSet, termSet } from '../overlap.ts';
import type { GuidePassage } from './study-guide.ts';

/** A sentence that can stand for itself. `quote` is as the passage has it, `text` without Markdown. */
export type GuideSentence = {
  text: string;
  quote: string;
  passage: GuidePassage;
  terms: TermSet;
  /** In reading order, over all passages. */
  place: number;
};

const shortest = 40;
const longest = 420;
const han = /\p{Script=Han}/gu;
/** What leans on a sentence before it says little alone. */
const leaning =
  /^(?:this|these|those|it|they|he|she|such|however|therefore|thus|moreover|furthermore|also|but|and|ce|cet|cette|ces|il|elle|ils|elles|cependant|toutefois|donc|ainsi|de plus|en outre|mais|et|这|这些|它|他们|但是|因此|此外|這|這些|它們)\b/iu;

/** Of a figure or table, or the number of an entry. */
const caption = /^(?:fig(?:ure)?|tab(?:le|leau)?|question|图|表|圖)\s?\.?\s?\d+\s?[.:：]/iu;

/** The whole sentences of prose of these passages; rows, headings, code and fragments are none. */
export function listGuideSentences(passages: readonly GuidePassage[]): GuideSentence[] {
  const sentences: GuideSentence[] = [];
  for (const passage of passages)
    for (const { start, end } of splitSentences(passage.text)) {
      const quote = passage.text.slice(start, end);
      const text = removeMarkup(quote);
      if (!isProse(quote, text)) continue;
      sentences.push({ text, quote, passage, terms: termSet(text), place: sentences.length });
    }
  return sentences;
}

export function leansOnOthers({ text }: GuideSentence): boolean {
  return leaning.test(text);
}

function isProse(quote: string, text: string): boolean {
  if (/^\s*(?:#|\||<|```|~~~|!\[)/.test(quote) || caption.test(text)) return false;
  // A Chinese character says about as much as three letters.
  const length = text.length + 2 * (text.match(han)?.length ?? 0);
  if (length < shortest || length > longest || !/[.!。！？]["'”’»)」』]*$/u.test(text)) return false;
  if (!/^["'“‘«(「『]?[\p{Lu}\p{N}\p{Lo}]/u.test(text) || text.includes('...')) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters > 0.65 * text.replace(/\s/g, '').length;
}

/** The words without Markdown's signs and without what marks a list item. */
export function removeMarkup(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:[-*+•–>]|\d{1,3}[.)])\s+/, '')
    .replace(/(\*\*|__|`|<\/?(?:b|i|em|strong|sup|sub|u|br)\/?>)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
