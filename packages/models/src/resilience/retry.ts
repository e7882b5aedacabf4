import type { Clock } from '../ports.ts';
import { ModelError, type ModelErrorKind } from '../ports.ts';
import { sleep } from './clock.ts';

/** When to ask again. This is the only layer that does: neither adapters nor jobs repeat a model call. */
export type RetryPolicy = {
  /** Attempts in all. */
  attempts: number;
  /** The pause doubles from here, and half of it is random, so that callers do not return together. */
  firstPauseMs: number;
  longestPauseMs: number;
  /** A provider that asks for more patience than this gets its refusal passed on. */
  longestRetryAfterMs: number;
};

const passing = new Set<ModelErrorKind>([
  'rate_limited',
  'unreachable',
  'timeout',
  'server_error',
  'bad_response',
]);

/** Milliseconds to wait before the next attempt, or undefined when the failure is final. `failed` counts from 1. */
export function pauseBeforeRetry(
  error: unknown,
  failed: number,
  policy: RetryPolicy,
  random: () => number,
): number | undefined {
  if (!(error instanceof ModelError) || !passing.has(error.kind) || failed >= attemptsFor(error, policy))
    return undefined;
  if (error.retryAfterMs !== undefined) {
    return error.retryAfterMs <= policy.longestRetryAfterMs ? error.retryAfterMs + random() * 250 : undefined;
  }
  const pause = Math.min(policy.firstPauseMs * 2 ** (failed - 1), policy.longestPauseMs);
  return pause / 2 + (random() * pause) / 2;
}

/** Somebody waits: silence is tried once more and not again. */
function attemptsFor(error: ModelError, policy: RetryPolicy): number {
  return error.kind === 'timeout' ? Math.min(2, policy.attempts) : policy.attempts;
}

/** Runs `attempt` until it succeeds or its failure is final. */
export async function retry<T>(
  attempt: () => Promise<T>,
  options: { policy: RetryPolicy; clock: Clock; random: () => number; signal?: AbortSignal },
): Promise<T> {
  for (let failed = 1; ; failed++) {
    try {
      return await attempt();
    } catch (error) {
      const pause = pauseBeforeRetry(error, failed, options.policy, options.random);
      if (pause === undefined) throw error;
      await sleep(options.clock, pause, options.signal);
    }
  }
}
