import { AppError, type ErrorCode, errors } from '@lectern/contract';
import { ModelError } from '@lectern/models';
import { RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ArchiveRun, ArchiveVoid, type Failure, type TaskId } from './archive-run.ts';
import { endTask, lockTask } from './archive-task.service.ts';

const passingFaults = new Set(['rate_limited', 'circuit_open', 'unreachable', 'timeout', 'server_error']);
/** A provider that is down is asked again for so long after the task was made. */
const patienceMs = 2 * 3600_000;

/** Does the work of a run, and decides what becomes of the task where it does not come to its end. */
export async function runTask(
  run: ArchiveRun,
  outer: AbortSignal,
  work: (run: ArchiveRun) => Promise<void>,
  onVoid: () => Promise<void> = async () => {},
): Promise<void> {
  const { platform, task } = run;
  try {
    await work(run);
  } catch (error) {
    const reason = run.signal.aborted ? run.signal.reason : error;
    if (reason instanceof ArchiveVoid || error instanceof ArchiveVoid) return onVoid();
    await run.release();
    // Another process takes over what this one must leave.
    if (outer.aborted) throw error;
    if (reason instanceof RetryLater) throw reason;
    if (error instanceof RetryLater) throw error;
    const failure = asFailure(error, task.createdAt);
    if (failure === undefined) throw error;
    await failTask(platform, { companyId: task.companyId, taskId: task.id }, failure);
    await onVoid();
  } finally {
    run.stop();
  }
}

/** What is to be said of it; undefined for a fault that another attempt may not meet. */
function asFailure(error: unknown, since: Date): Failure | undefined {
  if (error instanceof ModelError) {
    if (passingFaults.has(error.kind) && Date.now() - since.getTime() < patienceMs)
      throw new RetryLater((error.retryAfterMs ?? 15_000) / 1000);
    const code = `model.${error.kind}`;
    return code in errors
      ? { code: code as ErrorCode, details: { detail: error.detail ?? '' } }
      : { code: 'archive.failed' };
  }
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'server.unavailable') throw new RetryLater(2);
  return error.status < 500 ? { code: error.code, details: error.details } : undefined;
}

export async function failTask(
  platform: Platform,
  { companyId, taskId }: TaskId,
  { code, details }: Failure,
): Promise<void> {
  await platform.database.withCompany(companyId, async (tx) => {
    const row = await lockTask(tx, taskId);
    if (row?.state === 'queued' || row?.state === 'running')
      await endTask(platform, tx, row, { state: 'failed', code, ...(details ? { details } : {}) });
  });
}
