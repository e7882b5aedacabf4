import type { Clock } from '../ports.ts';
import { ModelError } from '../ports.ts';

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `milliseconds`; rejects with an `aborted` error when the signal fires first. */
export function sleep(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new ModelError('aborted'));
    const cancel = clock.after(milliseconds, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    function abort(): void {
      cancel();
      reject(new ModelError('aborted'));
    }
    signal?.addEventListener('abort', abort, { once: true });
  });
}
