import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** The processes that this one has started and that live. */
function listChildren(): string[] {
  return readdirSync(`/proc/${process.pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  );
}

/** Forgets what the workers took so far; what they hold now stays. */
export function resetPeak(): void {
  for (const child of listChildren()) writeFileSync(`/proc/${child}/clear_refs`, '5');
}

/** Most megabytes that one of the workers had in memory at once, as the system counts them. */
export function readPeak(): number {
  const peaks = listChildren().map((child) => {
    const status = readFileSync(`/proc/${child}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  });
  return Math.max(0, ...peaks);
}
