import { ModelError } from '../ports.ts';

/** Lets `capacity` callers in at a time, the others in order of arrival. */
export type Limiter = {
  /** Resolves with the function that gives the place back; rejects with `aborted` while waiting. */
  enter: (signal?: AbortSignal) => Promise<() => void>;
  readonly idle: boolean;
};

export function createLimiter(capacity: number): Limiter {
  let taken = 0;
  const waiting: (() => void)[] = [];

  function leaveOnce(): () => void {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = waiting.shift();
      if (next === undefined) taken--;
      else next();
    };
  }

  return {
    get idle() {
      return taken === 0;
    },
    enter: (signal) => {
      if (signal?.aborted) return Promise.reject(new ModelError('aborted'));
      if (taken < capacity) {
        taken++;
        return Promise.resolve(leaveOnce());
      }
      return new Promise((resolve, reject) => {
        function admit(): void {
          signal?.removeEventListener('abort', abort);
          resolve(leaveOnce());
        }
        function abort(): void {
          waiting.splice(waiting.indexOf(admit), 1);
          reject(new ModelError('aborted'));
        }
        waiting.push(admit);
        signal?.addEventListener('abort', abort, { once: true });
      });
    },
  };
}
