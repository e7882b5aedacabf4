import type { Clock, HostTurns } from '../pacer.ts';

/** Turns of this process alone. */
export function createTurnsInMemory(clock: Clock): HostTurns {
  /** When the next turn at a host may begin. */
  const next = new Map<string, number>();
  return {
    take: async (host, delayMs) => {
      const now = clock.now();
      const at = next.get(host) ?? 0;
      if (at > now) return at - now;
      next.set(host, now + delayMs);
      return 0;
    },
    postpone: async (host, ms) => {
      next.set(host, Math.max(next.get(host) ?? 0, clock.now() + ms));
    },
  };
}
