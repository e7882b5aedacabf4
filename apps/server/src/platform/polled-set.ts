/** What is polled together while there is anything of it: one timer, and never two polls at once. */
export type PolledSet<T> = {
  /** Returns what removes it again. */
  add: (item: T) => () => void;
  /** Resolves once a poll that is under way is over. */
  settled: () => Promise<void>;
};

export function createPolledSet<T>(
  everyMs: number,
  poll: (items: T[]) => Promise<void>,
  onError: (error: unknown) => void,
): PolledSet<T> {
  const items = new Set<T>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  function tick(): void {
    // A poll that takes longer than the interval is followed by the next tick's, not by a queue of them.
    running ??= poll([...items])
      .catch(onError)
      .finally(() => {
        running = undefined;
      });
  }

  return {
    add: (item) => {
      items.add(item);
      timer ??= setInterval(tick, everyMs).unref();
      return () => {
        items.delete(item);
        if (items.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    settled: async () => running,
  };
}
