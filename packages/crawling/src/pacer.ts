/** Waits, and stops waiting when the signal fires. */
export type Clock = { now: () => number; sleep: (ms: number, signal?: AbortSignal) => Promise<void> };

/** Keeps requests to one host apart, whoever makes them. */
export type Pacer = {
  /** Resolves when a request to the host may begin, `delayMs` after the one before it. */
  wait: (host: string, delayMs: number, signal?: AbortSignal) => Promise<void>;
  /** A host that asked for patience is left alone until then. */
  rest: (host: string, ms: number) => void;
};

/** Hosts whose turn has long passed are forgotten beyond this many. */
const mostHosts = 1_000;

export function createPacer(clock: Clock): Pacer {
  /** When the next request to a host may begin. */
  const next = new Map<string, number>();

  function forget(now: number): void {
    if (next.size <= mostHosts) return;
    for (const [host, at] of next) if (at <= now) next.delete(host);
  }

  return {
    wait: async (host, delayMs, signal) => {
      const now = clock.now();
      const at = Math.max(now, next.get(host) ?? 0);
      next.set(host, at + delayMs);
      forget(now);
      if (at > now) await clock.sleep(at - now, signal);
      signal?.throwIfAborted();
    },
    rest: (host, ms) => {
      next.set(host, Math.max(next.get(host) ?? 0, clock.now() + ms));
    },
  };
}
