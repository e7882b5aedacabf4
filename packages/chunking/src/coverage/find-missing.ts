import type { WordPool } from './words.ts';

/** Words to either side with which a missing word may have been joined, as at a hyphen. */
const maxJoined = 3;

/** Runs of words that none of the pools has, whole, joined with their neighbours, or in two parts. */
export function findMissing(
  words: readonly string[],
  pools: readonly WordPool[],
  budget: { comparisons: number },
): string[][] {
  const take = (word: string) => pools.some((pool) => pool.take(word));
  const isMissing = words.map(() => true);
  const forMissing = (isFound: (word: string, index: number) => boolean) => {
    for (const [index, word] of words.entries())
      if (isMissing[index] && isFound(word, index)) isMissing[index] = false;
  };
  const findParted = (word: string, index: number) =>
    takeJoined(words, index, isMissing, take) ||
    pools.some((pool) => pool.takeInTwo(word)) ||
    // Halves of a word that a column or page parts are not next to each other in the file.
    (word.length > 1 && pools.some((pool) => pool.takePart(word, budget)));
  // Words that are nowhere as they are come first, or others would take their parts.
  forMissing((word, index) => !pools.some((pool) => pool.has(word)) && findParted(word, index));
  forMissing(take);
  forMissing(findParted);
  const runs: string[][] = [];
  for (const [index, word] of words.entries()) {
    if (!isMissing[index]) continue;
    if (isMissing[index - 1]) runs.at(-1)!.push(word);
    else runs.push([word]);
  }
  return runs;
}

/** Whether a word became part of a longer one, as the halves of a word that a hyphen parts do. */
function takeJoined(
  words: readonly string[],
  index: number,
  isMissing: boolean[],
  take: (word: string) => boolean,
): boolean {
  for (let length = 2; length <= maxJoined; length++) {
    for (let start = index - length + 1; start <= index; start++) {
      if (start < 0 || start + length > words.length) continue;
      if (!take(words.slice(start, start + length).join(''))) continue;
      isMissing.fill(false, index, start + length);
      return true;
    }
  }
  return false;
}
