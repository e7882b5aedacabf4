import { AppError, archiveLimits } from '@lectern/contract';
import { and, count, eq, isNotNull, lt, ne } from 'drizzle-orm';
import { type Authorized, authorizeSystem } from '../../platform/authorized.ts';
import { asSystemTx, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockCompany } from '../../platform/quota.ts';
import { activeRuns, type cancelledRun, failedRun, isActive } from '../../platform/runs/columns.ts';
import { noteImportEnd } from '../../platform/runs/import-ended.ts';
import { defineRunKind, isOrphaned } from '../../platform/runs/orphans.ts';
import { lockObject } from '../file-storage/object.service.ts';
import { discardDraft } from '../knowledge-bases/draft.service.ts';
import { deleteArchiveTask, lockTask, updateArchiveTask } from './archive.queries.ts';
import { type ArchiveTaskRow, archiveTasks } from './archive.table.ts';

/** Archives lie apart from originals: they are cleared by other rules. */
export function archivePrefix(companyId: string): string {
  return `${companyId}-archives`;
}

export const keptMs = archiveLimits.keptHours * 3600_000;

/** Throws where the company has as many tasks as it may, so that nobody fills the store with archives. */
export async function checkRoom(tx: Tx, companyId: string): Promise<void> {
  await lockCompany(tx, companyId);
  const [row] = await tx.select({ tasks: count() }).from(archiveTasks);
  if ((row?.tasks ?? 0) >= archiveLimits.maxKept)
    throw new AppError('archive.too_many', { max: archiveLimits.maxKept });
}

/** Ends a task that did not come to its end: what it made goes, and its archive. */
export async function endTask(
  platform: Platform,
  tx: Tx,
  task: Authorized<ArchiveTaskRow, 'update'>,
  end: ReturnType<typeof failedRun> | ReturnType<typeof cancelledRun>,
): Promise<ArchiveTaskRow> {
  if (task.direction === 'import' && task.knowledgeBaseId)
    await discardDraft(platform, asSystemTx('a draft is deleted with its import', tx), {
      companyId: task.companyId,
      id: task.knowledgeBaseId,
    });
  await releaseArchive(platform, tx, task);
  if (task.direction === 'import')
    await noteImportEnd(
      asSystemTx('an import ends', tx),
      { companyId: task.companyId, source: 'archive', importId: task.id },
      end,
    );
  return updateArchiveTask(tx, task, {
    ...end,
    objectKey: null,
    ...(task.direction === 'import' ? { knowledgeBaseId: null } : {}),
    expiresAt: new Date(Date.now() + keptMs),
  });
}

/** Removes the bytes of an archive, unless a task other than `id` has the very same ones. */
export async function releaseArchive(
  { objects }: Platform,
  tx: Tx,
  { id, objectKey }: { id?: string; objectKey: string | null },
): Promise<void> {
  if (!objectKey) return;
  await lockObject(tx, objectKey);
  const others = await tx
    .select({ id: archiveTasks.id })
    .from(archiveTasks)
    .where(
      and(eq(archiveTasks.objectKey, objectKey), id === undefined ? undefined : ne(archiveTasks.id, id)),
    );
  if (others.length === 0) await objects.delete(objectKey);
}

/** Removes ended tasks whose time is over. */
export async function deleteExpiredTasks(platform: Platform): Promise<void> {
  const { database } = platform;
  const expired = await database.acrossCompanies('archives of every company', (tx) =>
    tx
      .select({ id: archiveTasks.id, companyId: archiveTasks.companyId })
      .from(archiveTasks)
      .where(and(isNotNull(archiveTasks.finishedAt), lt(archiveTasks.expiresAt, new Date()))),
  );
  for (const { id, companyId } of expired)
    await database.withCompany(companyId, async (tx) => {
      const row = await lockTask(tx, id);
      if (row) await removeTask(platform, tx, authorizeSystem(tx, row));
    });
}

export const archiveRuns = defineRunKind({
  name: 'archives',
  find: (tx) =>
    tx
      .select({ id: archiveTasks.id, companyId: archiveTasks.companyId })
      .from(archiveTasks)
      .where(
        and(
          activeRuns(archiveTasks),
          isOrphaned(['archive.export', 'archive.import'], { taskId: archiveTasks.id }),
        ),
      ),
  // What an import has made goes, too.
  fail: (platform, { id, companyId }) =>
    platform.database.withCompany(companyId, async (tx) => {
      const row = await lockTask(tx, id);
      if (row && isActive(row))
        await endTask(platform, tx, authorizeSystem(tx, row), failedRun({ code: 'archive.failed' }));
    }),
});

export async function removeTask(
  platform: Platform,
  tx: Tx,
  row: Authorized<ArchiveTaskRow, 'delete'>,
): Promise<void> {
  await releaseArchive(platform, tx, row);
  await deleteArchiveTask(tx, row);
}

export async function isArchive(tx: Tx, key: string): Promise<boolean> {
  return (await tx.$count(archiveTasks, eq(archiveTasks.objectKey, key))) > 0;
}
