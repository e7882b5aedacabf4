import { estimateTokens } from './token-estimate.ts';

/** Cuts a list into runs of at most `texts` items and `tokens` estimated tokens; a longer text goes alone. */
export function splitIntoBatches(
  list: readonly string[],
  limits: { texts: number; tokens: number },
): string[][] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let tokens = 0;
  for (const text of list) {
    const size = estimateTokens(text);
    if (batch.length > 0 && (batch.length >= limits.texts || tokens + size > limits.tokens)) {
      batches.push(batch);
      batch = [];
      tokens = 0;
    }
    batch.push(text);
    tokens += size;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** Runs `work` over `items`, at most `width` at a time; results in order; the first failure ends it. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  let failed = false;
  async function run(): Promise<void> {
    while (next < items.length && !failed) {
      const index = next++;
      try {
        results[index] = await work(items[index]!, index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, run));
  return results;
}
