import type { Endpoint } from '@lectern/contract';
import { ApiError, isConnectionLoss } from './error.ts';

export type RetryRules = {
  /** Attempts after the first one; 0 turns retries off. */
  retries: number;
  /** The longest first pause; it doubles with every attempt. */
  firstDelayMs: number;
  /** No pause is longer. A server that asks for more time than this ends the call with its error. */
  longestDelayMs: number;
};

export const defaultRetryRules: RetryRules = { retries: 3, firstDelayMs: 500, longestDelayMs: 60_000 };

const idempotent = new Set<Endpoint['method']>(['GET', 'PUT', 'DELETE']);

/** Whether the call may be made again: calls that are not idempotent only where the server has refused to begin. */
function mayRepeat({ method }: Pick<Endpoint, 'method'>, error: ApiError): boolean {
  if (error.status === 429) return idempotent.has(method) || error.retryAfterSeconds !== undefined;
  return idempotent.has(method) && isConnectionLoss(error);
}

/** How long to wait before the call is made again; undefined where its error stands. */
export function findDelay(
  endpoint: Pick<Endpoint, 'method'>,
  error: unknown,
  attempt: number,
  { retries, firstDelayMs, longestDelayMs }: RetryRules,
): number | undefined {
  if (!(error instanceof ApiError) || attempt >= retries || !mayRepeat(endpoint, error)) return undefined;
  if (error.retryAfterSeconds !== undefined) {
    const wanted = error.retryAfterSeconds * 1_000;
    return wanted <= longestDelayMs ? wanted : undefined;
  }
  // Callers that failed together must not come back together.
  return Math.random() * Math.min(longestDelayMs, firstDelayMs * 2 ** attempt);
}

/** Waits, or less where the signal ends it. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
  });
}

/** Makes the attempts of a call. */
export async function retry<Result>(
  endpoint: Pick<Endpoint, 'method'>,
  rules: RetryRules,
  signal: AbortSignal | undefined,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let count = 0; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      const delay = findDelay(endpoint, error, count, rules);
      if (delay === undefined) throw error;
      await pause(delay, signal);
      if (signal?.aborted) throw new ApiError('aborted', '', { cause: error });
    }
  }
}
