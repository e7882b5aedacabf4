import { setTimeout as sleep } from 'node:timers/promises';

/** Proxies and clients give up on an answer that does not begin; before that, its stream does. */
const longestWaitMs = 8_000;

/**
 * The same pieces, once the first one is there: what goes wrong before it can still be told by a status. It is waited
 * for only so long.
 */
export async function waitForFirst<T>(pieces: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = pieces.next();
  const over = new AbortController();
  await Promise.race([
    first.finally(() => over.abort()),
    sleep(longestWaitMs, undefined, { signal: over.signal }).catch(() => undefined),
  ]);
  return (async function* () {
    const { value, done } = await first;
    if (done) return;
    yield value;
    yield* pieces;
  })();
}
