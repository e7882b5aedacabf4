import { eq, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { type ArchiveTaskRow, archiveTasks } from './archive.table.ts';

export async function lockTask(tx: Tx, id: string): Promise<ArchiveTaskRow | undefined> {
  const [row] = await tx.select().from(archiveTasks).where(eq(archiveTasks.id, id)).for('update');
  return row;
}

export async function insertArchiveTask(
  tx: Tx,
  values: typeof archiveTasks.$inferInsert,
): Promise<ArchiveTaskRow> {
  const [row] = await tx.insert(archiveTasks).values(values).returning();
  return row as ArchiveTaskRow;
}

export async function updateArchiveTask(
  tx: Tx,
  { id }: Authorized<ArchiveTaskRow, 'update'>,
  changes: Partial<ArchiveTaskRow>,
): Promise<ArchiveTaskRow> {
  const [row] = await tx.update(archiveTasks).set(changes).where(eq(archiveTasks.id, id)).returning();
  return row as ArchiveTaskRow;
}

export async function incrementDocumentsDone(tx: SystemTx, id: string): Promise<void> {
  await tx
    .update(archiveTasks)
    .set({ documentsDone: sql`${archiveTasks.documentsDone} + 1` })
    .where(eq(archiveTasks.id, id));
}

export async function deleteArchiveTask(tx: Tx, { id }: Authorized<ArchiveTaskRow, 'delete'>): Promise<void> {
  await tx.delete(archiveTasks).where(eq(archiveTasks.id, id));
}
