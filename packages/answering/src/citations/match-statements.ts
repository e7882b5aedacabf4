import { splitSentences } from '@lectern/text-analysis';
import { coverage, rarities, termSet } from '../overlap.ts';
import type { CitationMarker } from './markers.ts';

/** A chunk that an answer may cite, under the number of its marker. */
export type NumberedPassage = { number: number; text: string };

/** Share of a sentence's weight that a passage must have to count as its source. */
const enoughCoverage = 0.5;
/** Shorter sentences (headings, "Yes.") say too little to be sourced. */
const fewestTerms = 3;
const markerAnywhere = /\[\d{1,4}\]/g;

/** The markers of a finished answer, as `createMarkerReader` wrote them. */
export function listMarkers(answer: string): CitationMarker[] {
  const code = [...answer.matchAll(/```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g)];
  return [...answer.matchAll(markerAnywhere)]
    .filter(
      ({ index }) => !code.some((block) => index >= block.index && index < block.index + block[0].length),
    )
    .filter((match) => answer[match.index + match[0].length] !== '(')
    .map((match) => ({
      number: Number(match[0].slice(1, -1)),
      start: match.index,
      end: match.index + match[0].length,
    }));
}

/**
 * Cites for a model that wrote no markers: each sentence gets the passage that holds most of its words, where it holds
 * enough of them. Returns the answer with markers in it; unchanged where nothing matches.
 */
export function citeStatements(
  answer: string,
  passages: NumberedPassage[],
): { text: string; markers: CitationMarker[] } {
  const sources = passages.map((passage) => ({ number: passage.number, terms: termSet(passage.text) }));
  const rarity = rarities(sources.map(({ terms }) => terms));
  let text = '';
  let copied = 0;
  const markers: CitationMarker[] = [];
  for (const { start, end } of proseSentences(answer)) {
    const terms = termSet(answer.slice(start, end));
    if (terms.size < fewestTerms) continue;
    let best = { number: 0, value: enoughCoverage };
    for (const source of sources) {
      const value = coverage(terms, source.terms, rarity);
      if (value > best.value) best = { number: source.number, value };
    }
    if (best.number === 0) continue;
    // Before the full stop's space, as a person would set it.
    text += `${answer.slice(copied, end)} `;
    const marker = `[${best.number}]`;
    markers.push({ number: best.number, start: text.length, end: text.length + marker.length });
    text += marker;
    copied = end;
  }
  return { text: text + answer.slice(copied), markers };
}

/** The sentences outside code, tables and headings, where a marker may stand. */
export function proseSentences(answer: string) {
  const code = [...answer.matchAll(/```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g)];
  return splitSentences(answer).filter(({ start, end }) => {
    if (/^(?:\||#{1,6}\s)/.test(answer.slice(start, end))) return false;
    return !code.some((block) => start < block.index + block[0].length && end > block.index);
  });
}

/** What a marker vouches for: the sentence before it, or the sentence it is in, without markers. */
export function findStatement(answer: string, marker: CitationMarker): string {
  const sentences = splitSentences(answer);
  let at = sentences.findLastIndex(({ start }) => start <= marker.start);
  let statement = '';
  // A marker behind the full stop starts the next sentence: its own statement is the one before.
  while (at >= 0 && statement === '') {
    const { start } = sentences[at]!;
    statement = answer.slice(start, Math.max(start, marker.start)).replace(markerAnywhere, '').trim();
    if (statement === '') at--;
  }
  const previous = [...statement.matchAll(markerAnywhere)].at(-1);
  return previous === undefined ? statement : statement.slice(previous.index + previous[0].length).trim();
}
