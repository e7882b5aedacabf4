import type { Clock } from '../ports.ts';
import { ModelError } from '../ports.ts';

/** Aborts its signal when nothing happened for too long, or when the caller's own signal fires. */
export type Deadline = {
  readonly signal: AbortSignal;
  /** Something happened: from now on the limit is `milliseconds` of silence. Cheap enough for every token. */
  extend: (milliseconds: number) => void;
  /** Must be called at the end, whatever it was. */
  clear: () => void;
};

export function startDeadline(clock: Clock, milliseconds: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  let limit = milliseconds;
  let since = clock.now();
  let cancel = clock.after(milliseconds, check);

  // One timer that looks again is far cheaper than a new timer for each token.
  function check(): void {
    const remaining = since + limit - clock.now();
    if (remaining > 0) cancel = clock.after(remaining, check);
    else
      controller.abort(new ModelError('timeout', { detail: `no answer for ${Math.round(limit / 1000)} s` }));
  }
  function passOn(): void {
    controller.abort(new ModelError('aborted'));
  }
  if (outer?.aborted) passOn();
  outer?.addEventListener('abort', passOn, { once: true });

  return {
    signal: controller.signal,
    extend: (next) => {
      since = clock.now();
      if (next < limit) {
        cancel();
        cancel = clock.after(next, check);
      }
      limit = next;
    },
    clear: () => {
      cancel();
      outer?.removeEventListener('abort', passOn);
    },
  };
}
