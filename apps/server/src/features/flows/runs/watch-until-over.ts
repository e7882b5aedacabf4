import type { Platform } from '../../../platform/platform.ts';
import { isActive } from '../../../platform/runs/columns.ts';
import type { FlowRunId } from './execute-run.ts';
import { findFlowRun } from './flow-run.queries.ts';
import type { FlowRunRow } from './flow-run.table.ts';
import type { LiveRuns } from './live-runs.ts';

/** How often a run that another process carries out is looked at. */
const lookEveryMs = 500;

/** A run once it works no more, or as far as it is when the signal aborts; undefined where it was deleted. */
export async function watchUntilOver(
  { database }: Platform,
  live: LiveRuns,
  { companyId, runId }: FlowRunId,
  signal: AbortSignal,
): Promise<FlowRunRow | undefined> {
  let hasChanged = false;
  let wake = () => {};
  const onChange = () => {
    hasChanged = true;
    wake();
  };
  const leave = live.listen(runId, (event) => {
    if (event === 'changed') onChange();
  });
  signal.addEventListener('abort', onChange, { once: true });
  try {
    while (true) {
      hasChanged = false;
      const run = await database.withCompany(companyId, (tx) => findFlowRun(tx, runId));
      if (!run || !isActive(run) || signal.aborted) return run;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookEveryMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        if (hasChanged) wake();
      });
    }
  } finally {
    leave();
    signal.removeEventListener('abort', onChange);
  }
}
