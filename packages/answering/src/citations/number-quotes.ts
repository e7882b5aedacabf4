import type { CitationMarker, MarkerOutput } from './markers.ts';
import { findStatement, type NumberedPassage } from './match-statements.ts';
import { findSupportingQuote, type Quote } from './supporting-quote.ts';

/** A quote of a passage under its number in the answer, with every marker that has this number. */
export type NumberedQuote = { number: number; passage: number; quote: Quote; markers: CitationMarker[] };

export type QuoteNumbering = {
  /** Takes what a marker reader gave: the same text with its own numbers, and the quotes that are new with it. */
  push: (output: MarkerOutput) => { text: string; added: NumberedQuote[] };
  /** All quotes so far, by number. */
  quotes: () => NumberedQuote[];
};

type Source = NumberedPassage & {
  /** One number for all of its markers, as for a result that was computed. */
  isWhole?: boolean;
};

/**
 * Numbers the citations of an answer 1, 2, 3 in reading order while it streams. Each marker gets the sentences of its
 * passage that support its own statement: two statements on one passage have two numbers, unless they rest on the same
 * sentences. Markers of unknown passages must be gone already.
 */
export function createQuoteNumbering(passages: readonly Source[]): QuoteNumbering {
  const sources = new Map(passages.map((passage) => [passage.number, passage]));
  const byKey = new Map<string, NumberedQuote>();
  let read = 0;
  let written = '';

  function cite(passage: number): { marker: string; isNew: boolean; cited: NumberedQuote } {
    const source = sources.get(passage)!;
    const at: CitationMarker = { number: passage, start: written.length, end: written.length };
    const quote = findSupportingQuote(findStatement(`${written}[${passage}]`, at), source.text);
    const key = source.isWhole ? `${passage}` : `${passage} ${quote.start} ${quote.end}`;
    const known = byKey.get(key);
    const cited = known ?? { number: byKey.size + 1, passage, quote, markers: [] };
    if (!known) byKey.set(key, cited);
    const marker = `[${cited.number}]`;
    cited.markers.push({ number: cited.number, start: written.length, end: written.length + marker.length });
    return { marker, isNew: !known, cited };
  }

  function push({ text, markers }: MarkerOutput): { text: string; added: NumberedQuote[] } {
    const begin = written.length;
    const added: NumberedQuote[] = [];
    let from = 0;
    for (const { number, start, end } of markers) {
      written += text.slice(from, start - read);
      const { marker, isNew, cited } = cite(number);
      written += marker;
      if (isNew) added.push(cited);
      from = end - read;
    }
    written += text.slice(from);
    read += text.length;
    return { text: written.slice(begin), added };
  }

  return { push, quotes: () => [...byKey.values()] };
}
