import { ModelError } from '../ports.ts';
import { startDeadline } from './deadline.ts';
import type { Guard, ModelRuntime } from './model-runtime.ts';
import { retry } from './retry.ts';

/** One request whose answer comes whole: limiter, breaker, time limit (that of `whole` unless told) and retries. */
export function callGuarded<T>(
  guard: Guard,
  runtime: ModelRuntime,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
  limitMs: number = runtime.limits.whole,
): Promise<T> {
  return retry(
    async () => {
      const leave = await guard.limiter.enter(signal);
      const deadline = startDeadline(runtime.clock, limitMs, signal);
      try {
        guard.breaker.enter();
        const answer = await call(deadline.signal);
        guard.breaker.succeed();
        return answer;
      } catch (error) {
        const kind = error instanceof ModelError ? error.kind : 'bad_response';
        if (kind !== 'circuit_open') guard.breaker.fail(kind);
        throw error;
      } finally {
        deadline.clear();
        leave();
      }
    },
    { policy: runtime.retry, clock: runtime.clock, random: runtime.random, signal },
  );
}
