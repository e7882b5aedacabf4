/**
 * Works on so many items at a time, in their order. The first fault ends it: nothing more is begun, and what is under
 * way is waited for, so that nothing continues unnoticed.
 */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  atOnce: number,
  signal: AbortSignal,
  work: (item: Item, position: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  async function lane(): Promise<void> {
    while (next < items.length && !failed) {
      const position = next++;
      try {
        signal.throwIfAborted();
        await work(items[position] as Item, position);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, lane));
  for (const result of lanes) if (result.status === 'rejected') throw result.reason;
}
