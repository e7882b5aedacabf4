import type { Platform } from './platform.ts';

const everyMs = 60_000;
const firstMs = 5_000;

/** Regular work of a worker process. Several processes may do it at once: each task is safe to repeat. */
export type MaintenanceTask = {
  name: string;
  /** Every minute unless told otherwise. */
  everyMs?: number;
  run: (platform: Platform) => Promise<unknown>;
};

/** Runs the tasks soon after the start and then at their intervals; those of one interval one after the other. */
export function startMaintenance(platform: Platform, tasks: readonly MaintenanceTask[]) {
  const runAll = async (due: readonly MaintenanceTask[]) => {
    for (const { name, run } of due)
      await run(platform).catch((error) =>
        platform.log.error({ event: 'maintenance.failed', task: name }, error),
      );
  };
  const byInterval = Map.groupBy(tasks, (task) => task.everyMs ?? everyMs);
  const timers = [...byInterval].map(([interval, due]) => setInterval(() => void runAll(due), interval));
  const first = setTimeout(() => {
    for (const due of byInterval.values()) void runAll(due);
  }, firstMs);
  return {
    stop: () => {
      clearTimeout(first);
      for (const timer of timers) clearInterval(timer);
    },
  };
}
