import type { CitationMarker } from './markers.ts';
import { findStatement, type NumberedPassage } from './match-statements.ts';
import { findSupportingQuote, type Quote } from './supporting-quote.ts';

/** A marker of an answer with the words of its passage that support it. */
export type ResolvedCitation = CitationMarker & { quote: Quote };

/** Gives every marker its quote; markers whose number has no passage are left out. */
export function resolveCitations(
  answer: string,
  markers: CitationMarker[],
  passages: NumberedPassage[],
): ResolvedCitation[] {
  const byNumber = new Map(passages.map((passage) => [passage.number, passage.text]));
  return markers.flatMap((marker) => {
    const text = byNumber.get(marker.number);
    if (text === undefined) return [];
    return [{ ...marker, quote: findSupportingQuote(findStatement(answer, marker), text) }];
  });
}
