import type { Clock, HostTurns } from '../pacer.ts';

/** Turns of this process alone. */
export function createTurnsInMemory(clock: Clock): HostTurns {
  /** When the next turn at a host may begin. */
  const next = new Map<string, number>();
  return {
    take: async (host, delayMs) => {
      const now = clock.now();
      const at = Math.max(now, next.get(host) ?? 0);
      next.set(host, at + delayMs);
      return at - now;
    },
    postpone: async (host, ms) => {
      next.set(host, Math.max(next.get(host) ?? 0, clock.now() + ms));
    },
  };
}
