import { coverage, rarities, type TermSet, termSet } from '../overlap.ts';

/** Both questions must have this share of the other's words, rare ones counting for more. */
const leastShared = 0.6;

/**
 * Puts questions that are alike into groups, the largest first and among equals the one that was given first. A group
 * is gathered around its first question, so that it does not drift from one subject to the next.
 */
export function groupQuestions<Item extends { question: string }>(items: readonly Item[]): Item[][] {
  const sets = items.map(({ question }) => termSet(question));
  const rarity = rarities(sets);
  const groups: { terms: TermSet; items: Item[] }[] = [];
  const byTerm = new Map<string, number[]>();
  const byText = new Map<string, number>();
  items.forEach((item, i) => {
    const terms = sets[i]!;
    const text = item.question
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\p{P}\s]+/gu, ' ')
      .trim();
    const place = byText.get(text) ?? findGroup(terms);
    if (place !== undefined) {
      groups[place]!.items.push(item);
      byText.set(text, place);
      return;
    }
    byText.set(text, groups.length);
    for (const term of terms.keys()) byTerm.set(term, [...(byTerm.get(term) ?? []), groups.length]);
    groups.push({ terms, items: [item] });
  });

  function findGroup(terms: TermSet): number | undefined {
    let best: { place: number; shared: number } | undefined;
    const candidates = new Set([...terms.keys()].flatMap((term) => byTerm.get(term) ?? []));
    for (const place of candidates) {
      const other = groups[place]!.terms;
      const shared = Math.min(coverage(terms, other, rarity), coverage(other, terms, rarity));
      if (shared >= leastShared && shared > (best?.shared ?? 0)) best = { place, shared };
    }
    return best?.place;
  }

  return groups.map((group) => group.items).sort((a, b) => b.length - a.length);
}
