export type MaintenanceTimes = {
  /** Changed rows at which maintenance starts at once. */
  rows: number;
  /** Quiet milliseconds after the last change before it starts otherwise. */
  quietMs: number;
  /** Milliseconds until a failed one is tried again. */
  retryMs: number;
};

export type MaintenanceSchedule = {
  /** Tells of a change of so many rows; of a large table more of them may wait: `enough` instead of `times.rows`. */
  changed: (name: string, rows: number, enough?: number) => void;
  /** Plans maintenance after `delay`, unless it is planned already. */
  comeAgain: (name: string, delay: number) => void;
  /** Takes what is waiting for `name` off the schedule. */
  forget: (name: string) => void;
  /** Starts nothing more and waits for what runs. */
  close: () => Promise<void>;
};

/**
 * Runs `maintain` once things are quiet, or at once after many changes. It never rejects: failures go to `onError`, and
 * are tried again where `onError` says so.
 */
export function createMaintenanceSchedule(
  times: MaintenanceTimes,
  maintain: (name: string) => Promise<void>,
  onError: (name: string, error: unknown) => { retry: boolean },
): MaintenanceSchedule {
  const waiting = new Map<string, { rows: number; timer: NodeJS.Timeout }>();
  const running = new Set<Promise<void>>();
  let closed = false;

  function plan(name: string, rows: number, delay: number): void {
    if (closed) return;
    clearTimeout(waiting.get(name)?.timer);
    const timer = setTimeout(() => start(name), delay);
    timer.unref();
    waiting.set(name, { rows, timer });
  }

  function start(name: string): void {
    waiting.delete(name);
    const run = maintain(name)
      .catch((error) => {
        if (onError(name, error).retry && !waiting.has(name)) plan(name, 0, times.retryMs);
      })
      .finally(() => running.delete(run));
    running.add(run);
  }

  return {
    changed(name, rows, enough = times.rows) {
      const total = (waiting.get(name)?.rows ?? 0) + rows;
      plan(name, total, total >= Math.max(enough, times.rows) ? 0 : times.quietMs);
    },
    comeAgain(name, delay) {
      if (!waiting.has(name)) plan(name, 0, delay);
    },
    forget(name) {
      clearTimeout(waiting.get(name)?.timer);
      waiting.delete(name);
    },
    async close() {
      closed = true;
      for (const { timer } of waiting.values()) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
