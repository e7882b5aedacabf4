import {
  AppError,
  type ArchiveState,
  archiveLimits,
  type ErrorCode,
  type ErrorDetails,
} from '@lectern/contract';
import { and, count, eq, inArray, isNotNull, lt, ne } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { isOrphaned } from '../../platform/jobs/is-orphaned.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockCompany } from '../../platform/quota.ts';
import { lockObject } from '../file-storage/object.service.ts';
import { discardDraft } from '../knowledge-bases/draft.service.ts';
import { type ArchiveTaskRow, archiveTasks } from './archive.table.ts';

/** Archives lie apart from originals: they are cleared by other rules. */
export function archivePrefix(companyId: string): string {
  return `${companyId}-archives`;
}

export const keptMs = archiveLimits.keptHours * 3600_000;

export async function lockTask(tx: Tx, id: string): Promise<ArchiveTaskRow | undefined> {
  const [row] = await tx.select().from(archiveTasks).where(eq(archiveTasks.id, id)).for('update');
  return row;
}

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
  task: ArchiveTaskRow,
  end: { state: Extract<ArchiveState, 'failed' | 'cancelled'>; code?: ErrorCode; details?: ErrorDetails },
): Promise<ArchiveTaskRow> {
  if (task.direction === 'import' && task.knowledgeBaseId)
    await discardDraft(platform, tx, task.knowledgeBaseId);
  await releaseArchive(platform, tx, task);
  const [row] = await tx
    .update(archiveTasks)
    .set({
      state: end.state,
      stage: null,
      runId: null,
      objectKey: null,
      ...(task.direction === 'import' ? { knowledgeBaseId: null } : {}),
      errorCode: end.code ?? null,
      errorDetails: end.details ?? null,
      finishedAt: new Date(),
      expiresAt: new Date(Date.now() + keptMs),
    })
    .where(eq(archiveTasks.id, task.id))
    .returning();
  return row as ArchiveTaskRow;
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

/** Clears away what had its time, and ends tasks whose job died with its process. */
export async function maintainArchives(platform: Platform): Promise<void> {
  const { database } = platform;
  const { expired, lost } = await database.acrossCompanies('archives of every company', async (tx) => ({
    expired: await tx
      .select({ id: archiveTasks.id, companyId: archiveTasks.companyId })
      .from(archiveTasks)
      .where(and(isNotNull(archiveTasks.finishedAt), lt(archiveTasks.expiresAt, new Date()))),
    lost: await tx
      .select({ id: archiveTasks.id, companyId: archiveTasks.companyId })
      .from(archiveTasks)
      .where(
        and(
          inArray(archiveTasks.state, ['queued', 'running']),
          isOrphaned(['archive.export', 'archive.import'], { taskId: archiveTasks.id }),
        ),
      ),
  }));
  for (const { id, companyId } of expired)
    await database.withCompany(companyId, async (tx) => {
      const row = await lockTask(tx, id);
      if (row) await removeTask(platform, tx, row);
    });
  for (const { id, companyId } of lost)
    await database.withCompany(companyId, async (tx) => {
      const row = await lockTask(tx, id);
      if (row?.state === 'queued' || row?.state === 'running')
        await endTask(platform, tx, row, { state: 'failed', code: 'archive.failed' });
    });
}

export async function removeTask(platform: Platform, tx: Tx, row: ArchiveTaskRow): Promise<void> {
  await releaseArchive(platform, tx, row);
  await tx.delete(archiveTasks).where(eq(archiveTasks.id, row.id));
}
