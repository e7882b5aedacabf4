import { type Clock, type Fetch, type LocalModels, ModelError } from '../ports.ts';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';
import { systemClock } from './clock.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import type { RetryPolicy } from './retry.ts';

/** Time limits in milliseconds. The connection's own limit (5 s) belongs to the outbound client. */
export type TimeLimits = {
  /** From the request to the first token of a streamed answer. */
  firstToken: number;
  /** Between two tokens. */
  idle: number;
  /** For a whole answer that is streamed. */
  streamed: number;
  /** For a whole answer that is not streamed. */
  whole: number;
  /** For the text of a recording, of whatever length it is. */
  recording: number;
};

/** What guards the calls of one company to one provider. */
export type Guard = {
  breaker: CircuitBreaker;
  limiter: Limiter;
  /** By address and model: optional fields that its server refused. */
  refusedFields: Map<string, Set<string>>;
};

/** What all models of a process share: the way out, time, chance, and the guards. Make one at start. */
export type ModelRuntime = {
  fetch: Fetch;
  clock: Clock;
  random: () => number;
  limits: TimeLimits;
  retry: RetryPolicy;
  getGuard: (key: string) => Guard;
  local: LocalModels;
};

export type ModelRuntimeOptions = {
  fetch: Fetch;
  clock?: Clock;
  /** In 0–1, as `Math.random`. */
  random?: () => number;
  limits?: Partial<TimeLimits>;
  retry?: Partial<RetryPolicy>;
  breaker?: { threshold: number; restMs: number };
  /** Calls of one company to one provider at the same time. */
  concurrency?: number;
  /** What runs models on this machine; without it there are none. */
  local?: LocalModels;
};

const noLocalModels: LocalModels = {
  embed: () => Promise.reject(new ModelError('local_missing')),
  rerank: () => Promise.reject(new ModelError('local_missing')),
  // biome-ignore lint/correctness/useYield: it fails before there is anything to give.
  chat: async function* () {
    throw new ModelError('local_missing');
  },
};

/** Beyond this many, guards that are closed and idle are forgotten: they hold nothing worth keeping. */
const mostGuards = 1000;

export function createModelRuntime(options: ModelRuntimeOptions): ModelRuntime {
  const clock = options.clock ?? systemClock;
  const guards = new Map<string, Guard>();

  function getGuard(key: string): Guard {
    const known = guards.get(key);
    if (known !== undefined) return known;
    if (guards.size >= mostGuards) {
      for (const [other, { breaker, limiter }] of guards) {
        if (limiter.idle && breaker.state === 'closed') guards.delete(other);
      }
    }
    const guard = {
      breaker: createCircuitBreaker(clock, options.breaker ?? { threshold: 5, restMs: 30_000 }),
      limiter: createLimiter(options.concurrency ?? 256),
      refusedFields: new Map(),
    };
    guards.set(key, guard);
    return guard;
  }

  return {
    fetch: options.fetch,
    clock,
    random: options.random ?? Math.random,
    limits: {
      firstToken: 30_000,
      idle: 20_000,
      streamed: 900_000,
      whole: 60_000,
      recording: 540_000,
      ...options.limits,
    },
    retry: {
      attempts: 3,
      firstPauseMs: 500,
      longestPauseMs: 8_000,
      longestRetryAfterMs: 30_000,
      ...options.retry,
    },
    getGuard,
    local: options.local ?? noLocalModels,
  };
}
