import { fold } from '@lectern/text-analysis';

/** A word of an alphabetic script. `glued` says that only a space or hyphen is before it, so that a name may continue. */
export type Word = {
  text: string;
  folded: string;
  start: number;
  end: number;
  capital: boolean;
  /** Capitals only, at least two: an abbreviation, or a line that shouts. */
  acronym: boolean;
  glued: boolean;
  /** An apostrophe is before it. */
  elided: boolean;
};

const word = /(?:\p{Lu}\.){2,}|[\p{Script=Latin}\p{M}\p{Nd}]+(?:&[\p{Script=Latin}]+)*[+#]*/gu;
const elided = /^(?:[ldjmtsnc]|qu|jusqu|lorsqu|puisqu)$/;

/** The words of a sentence with what a reader sees of their capitals. Elisions of French are words of their own. */
export function readWords(text: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const match of text.matchAll(word)) {
    const { index } = match;
    const piece = match[0];
    const before = words.at(-1);
    words.push({
      text: piece,
      folded: fold(piece).replaceAll('.', ''),
      start: index,
      end: index + piece.length,
      capital: /^\p{Lu}/u.test(piece),
      acronym: /^[\p{Lu}\p{Nd}&.]+$/u.test(piece) && /\p{Lu}.*\p{Lu}/u.test(piece),
      elided: /^['’]$/.test(text.slice(end, index)),
      glued: before !== undefined && continues(text.slice(end, index), before),
    });
    end = index + piece.length;
  }
  return words;
}

const abbreviated = /^(?:mr|mrs|ms|dr|prof|st|m|mm|mme|pr)$/;

function continues(gap: string, before: Word): boolean {
  if (/^(?: |-|–| & )$/.test(gap)) return true;
  // "J. Smith", "Dr. Smith"; "l'Institut".
  if (gap === '. ' || gap === '.') return /^\p{Lu}$/u.test(before.text) || abbreviated.test(before.folded);
  return /^['’]$/.test(gap) && elided.test(before.folded);
}
