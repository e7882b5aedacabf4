/** A clock that stands still until a test moves it: no test waits and none asserts a time. */
export type ManualClock = {
  now: () => number;
  after: (milliseconds: number, callback: () => void) => () => void;
  /** Moves time on and runs what falls due, in order. */
  advance: (milliseconds: number) => Promise<void>;
  /** How long each timer was set for, oldest first. */
  readonly delays: number[];
  /** Resolves once so many timers are waiting. */
  waitForTimers: (count: number) => Promise<void>;
};

export function createManualClock(start = 1_000_000): ManualClock {
  let now = start;
  const delays: number[] = [];
  const timers = new Set<{ at: number; callback: () => void }>();
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  return {
    now: () => now,
    delays,
    after: (milliseconds, callback) => {
      const timer = { at: now + milliseconds, callback };
      delays.push(milliseconds);
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: async (milliseconds) => {
      const end = now + milliseconds;
      for (;;) {
        await settle();
        const due = [...timers].filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (due === undefined) break;
        timers.delete(due);
        now = Math.max(now, due.at);
        due.callback();
      }
      now = end;
      await settle();
    },
    waitForTimers: async (count) => {
      while (timers.size < count) await settle();
    },
  };
}
