const chinese = /[\u3400-\u9fff]/u;

/**
 * The runs of neighbouring words of a text and how often each occurs: two words, or three characters of Chinese.
 * Punctuation, case and line ends count for nothing.
 */
export function countWordPairs(text: string): Map<string, number> {
  const joined = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(\p{L})-\s*\n\s*/gu, '$1');
  const words = joined.match(/[\u3400-\u9fff]|[\p{L}\p{N}]+/gu) ?? [];
  const length = words.filter((word) => chinese.test(word)).length > words.length / 2 ? 3 : 2;
  const runs = new Map<string, number>();
  for (let index = 0; index + length <= words.length; index++) {
    const run = words.slice(index, index + length).join(' ');
    runs.set(run, (runs.get(run) ?? 0) + 1);
  }
  return runs;
}

/** The share of the runs of `truth` that `found` has too. */
export function sharePairs(truth: Map<string, number>, found: Map<string, number>): number {
  let all = 0;
  let shared = 0;
  for (const [run, count] of truth) {
    all += count;
    shared += Math.min(count, found.get(run) ?? 0);
  }
  return all === 0 ? 1 : shared / all;
}
