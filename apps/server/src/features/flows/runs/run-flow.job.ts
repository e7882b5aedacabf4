import type { Job } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { executeRun, type FlowRunId } from './execute-run.ts';
import { liveRunsOf } from './live-runs.ts';

/** Carries on with runs whose process ended; the process that started a run is usually done before this looks. */
export function runFlowJob(platform: Platform): Job<FlowRunId> {
  return {
    concurrency: (configured) => configured * 4,
    run: (id, signal) => executeRun(platform, liveRunsOf(platform), id, signal),
  };
}
