import { coverage, rarities, termSet } from '../overlap.ts';

/** Below this share of the question's words, none of the classes is meant. */
const leastCoverage = 0.2;

/**
 * Which class a question belongs to, by the words that it shares with the texts of each: names, descriptions, examples.
 * Undefined where it shares too few with all of them.
 */
export function classifyByWords(
  question: string,
  classes: readonly (readonly string[])[],
): number | undefined {
  const wanted = termSet(question);
  const texts = classes.map((lines) => lines.map(termSet));
  const rarity = rarities(texts.map((sets) => new Map(sets.flatMap((set) => [...set]))));
  const scores = texts.map((sets) => {
    const all = new Map(sets.flatMap((set) => [...set]));
    // One example that says nearly the same weighs more than words scattered over many.
    const closest = Math.max(
      0,
      ...sets.map((set) => coverage(set, wanted, rarity) * coverage(wanted, set, rarity)),
    );
    return coverage(wanted, all, rarity) + closest;
  });
  const best = Math.max(...scores);
  return best < leastCoverage ? undefined : scores.indexOf(best);
}
