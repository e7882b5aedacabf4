import { analyzeQuery } from '@lectern/text-analysis';

/** The terms of a text by their first form, with a weight: numbers carry facts, function words are gone. */
export type TermSet = Map<string, number>;

/** A statement and its source are in one language, so one form of a word is enough. */
export function termSet(text: string): TermSet {
  const terms: TermSet = new Map();
  for (const { forms, weight } of analyzeQuery(text)) {
    terms.set(forms[0]!, /\d/.test(forms[0]!) ? weight * 2 : weight);
  }
  return terms;
}

/** How rare each term is among `texts`: a word that all of them have tells them not apart. */
export function rarities(texts: TermSet[]): (term: string) => number {
  const holders = new Map<string, number>();
  for (const terms of texts) for (const term of terms.keys()) holders.set(term, (holders.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + (texts.length + 1) / ((holders.get(term) ?? 0) + 0.5));
}

/** The share (0–1) of the statement's weight that `source` has. */
export function coverage(statement: TermSet, source: TermSet, rarity: (term: string) => number): number {
  let matched = 0;
  let total = 0;
  for (const [term, weight] of statement) {
    const value = weight * rarity(term);
    total += value;
    if (source.has(term)) matched += value;
  }
  return total > 0 ? matched / total : 0;
}
