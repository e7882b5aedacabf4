import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** The processes that this one has started and that live. */
function listChildren(): string[] {
  return readdirSync(`/proc/${process.pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
}

/**
 * Watches the workers until the function returned is called, which gives the most megabytes that one of them had in
 * memory at once, as the system counts them. A worker may be gone by then.
 */
export function watchPeak(): () => number {
  for (const child of listChildren()) writeFileSync(`/proc/${child}/clear_refs`, '5');
  let peak = 0;
  const look = () => {
    for (const child of listChildren()) {
      try {
        const status = readFileSync(`/proc/${child}/status`, 'utf8');
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      } catch {
        // It ended between the list and the look.
      }
    }
  };
  const timer = setInterval(look, 20);
  return () => {
    clearInterval(timer);
    look();
    return peak;
  };
}
