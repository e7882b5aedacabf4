import type { ArchiveStage } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import { authorizeSystem } from '../../platform/authorized.ts';
import { asFailure, type Failure } from '../../platform/jobs/failure.ts';
import type { Platform } from '../../platform/platform.ts';
import { failedRun, isActive } from '../../platform/runs/columns.ts';
import { type LeasedRun, openLeasedRun } from '../../platform/runs/leased-run.ts';
import { lockTask } from './archive.queries.ts';
import { type ArchiveTaskRow, archiveTasks } from './archive.table.ts';
import { endTask } from './archive-task.service.ts';

export type TaskId = { companyId: string; taskId: string };

/** A provider that is down is asked again for so long after the task was made. */
const patienceMs = 2 * 3600_000;

export type ArchiveRun = LeasedRun<ArchiveTaskRow, ArchiveStage, true> & {
  /** As it was when this run began. */
  task: ArchiveTaskRow;
};

/** Does the work of a task, and decides what becomes of it where it does not come to its end. */
export async function runTask(
  platform: Platform,
  id: TaskId,
  outer: AbortSignal,
  work: (run: ArchiveRun) => Promise<void>,
  onObsolete: () => Promise<void> = async () => {},
): Promise<void> {
  const { companyId, taskId } = id;
  const leased = await openLeasedRun<ArchiveTaskRow, ArchiveStage, true>(
    platform,
    {
      companyId,
      noun: 'archive',
      table: archiveTasks,
      which: eq(archiveTasks.id, taskId),
      lock: (tx) => lockTask(tx, taskId),
      // What an import makes is not there yet, and an export looks for its base by itself.
      findSubject: async () => true,
      isDue: isActive,
      shares: { packing: [0, 100], checking: [0, 15], unpacking: [15, 100] },
    },
    outer,
  );
  if (!leased) return;
  const run = { ...leased, task: leased.row };
  await run.carryOut(() => work(run), {
    onObsolete,
    onFailure: async (error) => {
      const findLastProgress = async () => run.task.createdAt;
      const failure = await asFailure(platform, error, { findLastProgress, patienceMs });
      if (!failure) throw error;
      await failTask(platform, id, failure);
      await onObsolete();
    },
  });
}

export async function failTask(
  platform: Platform,
  { companyId, taskId }: TaskId,
  failure: Failure,
): Promise<void> {
  await platform.database.withCompany(companyId, async (tx) => {
    const row = await lockTask(tx, taskId);
    if (row && isActive(row)) await endTask(platform, tx, authorizeSystem(tx, row), failedRun(failure));
  });
}
