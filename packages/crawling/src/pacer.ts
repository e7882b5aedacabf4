/** Waits, and stops waiting when the signal fires. */
export type Clock = { now: () => number; sleep: (ms: number, signal?: AbortSignal) => Promise<void> };

/** Keeps requests to one host apart, whoever makes them. */
export type Pacer = {
  /** Resolves when a request to the host may begin, `delayMs` after the one before it. */
  wait: (host: string, delayMs: number, signal?: AbortSignal) => Promise<void>;
  /** A host that asked for patience is left alone until then. */
  rest: (host: string, ms: number) => Promise<void>;
};

/** Whose turn it is at a host, kept in one place for all who visit it. */
export type HostTurns = {
  /**
   * Takes the turn if it is free, and gives 0; the next one begins `delayMs` later. Else the milliseconds after which
   * to ask again: nothing is reserved, so that whoever gives up holds nobody else up.
   */
  take: (host: string, delayMs: number) => Promise<number>;
  /** No turn begins before so many milliseconds have passed. */
  postpone: (host: string, ms: number) => Promise<void>;
};

export function createPacer(clock: Clock, turns: HostTurns): Pacer {
  return {
    wait: async (host, delayMs, signal) => {
      for (;;) {
        signal?.throwIfAborted();
        const ms = await turns.take(host, delayMs);
        if (ms === 0) return;
        await clock.sleep(ms, signal);
      }
    },
    rest: (host, ms) => turns.postpone(host, ms),
  };
}
