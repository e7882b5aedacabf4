import { splitSentences } from '@lectern/text-analysis';
import { coverage, rarities, type TermSet, termSet } from '../overlap.ts';

/** A piece of a chunk, word for word: `text` is `chunk.slice(start, end)`. */
export type Quote = { text: string; start: number; end: number };

const longestQuote = 600;
/** A neighbouring sentence joins the quote where it adds at least this share of the statement. */
const worthwhileGain = 0.12;

/**
 * The sentences of a chunk that best support a statement: one, or more in a row where together they cover clearly more
 * of it. A statement that is in the chunk word for word is its own quote. A chunk without sentences gives itself.
 */
export function findSupportingQuote(statement: string, chunk: string): Quote {
  const literal = findLiteral(statement, chunk);
  if (literal !== undefined) return literal;
  const sentences = splitSentences(chunk);
  if (sentences.length === 0) return { text: chunk, start: 0, end: chunk.length };
  const sets = sentences.map(({ start, end }) => termSet(chunk.slice(start, end)));
  const wanted = termSet(statement);
  const rarity = rarities(sets);
  let best = { first: 0, last: 0, value: -1 };
  sets.forEach((terms, i) => {
    // Of two that cover the same, the shorter one says it more plainly.
    const value = coverage(wanted, terms, rarity) - terms.size * 1e-4;
    if (value > best.value) best = { first: i, last: i, value };
  });
  best = widen(
    best,
    sets,
    (terms) => coverage(wanted, terms, rarity),
    (first, last) => {
      return sentences[last]!.end - sentences[first]!.start <= longestQuote;
    },
  );
  const end = sentences[best.last]!.end;
  // The sign of a heading or list item is no word of it.
  const mark = /^(?:#{1,6}|[-*+•–>])\s+/.exec(chunk.slice(sentences[best.first]!.start, end));
  const start = sentences[best.first]!.start + (mark?.[0].length ?? 0);
  return { text: chunk.slice(start, end), start, end };
}

type Span = { first: number; last: number; value: number };

function widen(
  from: Span,
  sets: TermSet[],
  cover: (terms: TermSet) => number,
  fits: (first: number, last: number) => boolean,
): Span {
  let span = from;
  for (;;) {
    const wider = [
      { first: span.first - 1, last: span.last },
      { first: span.first, last: span.last + 1 },
    ]
      .filter(({ first, last }) => first >= 0 && last < sets.length && fits(first, last))
      .map(({ first, last }) => ({
        first,
        last,
        value: cover(new Map(sets.slice(first, last + 1).flatMap((terms) => [...terms]))),
      }));
    const best = wider.sort((a, b) => b.value - a.value)[0];
    if (best === undefined || best.value - span.value < worthwhileGain) return span;
    span = best;
  }
}

/** Where the statement is in the chunk, spaces and Markdown emphasis aside. */
function findLiteral(statement: string, chunk: string): Quote | undefined {
  const words = statement
    .trim()
    .replace(/^[-*+•]\s+/, '')
    .split(/\s+/);
  if (words.join('').length < 12) return undefined;
  const at = chunk.indexOf(words.join(' '));
  if (at >= 0) return { text: words.join(' '), start: at, end: at + words.join(' ').length };
  const pattern = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+');
  const match = new RegExp(pattern).exec(chunk);
  return match === null
    ? undefined
    : { text: match[0], start: match.index, end: match.index + match[0].length };
}
