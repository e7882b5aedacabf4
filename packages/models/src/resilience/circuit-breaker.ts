import type { Clock } from '../ports.ts';
import { ModelError, type ModelErrorKind } from '../ports.ts';

/**
 * Stops asking a provider that is down, so that people get an answer at once instead of a time-out.
 * Only failures that say "the provider is ill" count; a wrong key or too long a text does not.
 */
export type CircuitBreaker = {
  /** Throws `circuit_open` while resting. After the rest one call is let through as a trial. */
  enter: () => void;
  succeed: () => void;
  /** Call it for every other end too, an abort included: it gives a trial back. */
  fail: (kind: ModelErrorKind) => void;
  readonly state: 'closed' | 'open' | 'trial';
};

const illness = new Set<ModelErrorKind>(['unreachable', 'timeout', 'server_error', 'bad_response']);

/** Opens after `threshold` failures in a row and rests `restMs`. */
export function createCircuitBreaker(
  clock: Clock,
  { threshold, restMs }: { threshold: number; restMs: number },
): CircuitBreaker {
  let failures = 0;
  let openedAt: number | undefined;
  let trialRuns = false;

  return {
    get state() {
      if (openedAt === undefined) return 'closed';
      return trialRuns ? 'trial' : 'open';
    },
    enter: () => {
      if (openedAt === undefined) return;
      const remaining = openedAt + restMs - clock.now();
      if (remaining > 0 || trialRuns) {
        throw new ModelError('circuit_open', { retryAfterMs: Math.max(remaining, 1000) });
      }
      trialRuns = true;
    },
    succeed: () => {
      failures = 0;
      openedAt = undefined;
      trialRuns = false;
    },
    fail: (kind) => {
      const wasTrial = trialRuns;
      trialRuns = false;
      if (!illness.has(kind)) {
        // The provider spoke, if only to refuse: it is not down.
        if (kind !== 'aborted' && kind !== 'address_refused') {
          failures = 0;
          openedAt = undefined;
        }
        return;
      }
      failures++;
      if (wasTrial || failures >= threshold) openedAt = clock.now();
    },
  };
}
