import { and, desc, eq, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { activeRuns, cancelledRun } from '../../platform/runs/columns.ts';
import type { OwnedModels } from '../models/model.policy.ts';
import { type LocalModelInstallRow, localModelInstalls } from './local-model.table.ts';

const unfinished = activeRuns(localModelInstalls);

/** Until the transaction ends, no other one starts or removes a model. */
export async function lockLocalModels(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('local models', 0))`);
}

/** The latest installation of each model. */
export async function listLatestInstalls(tx: Tx): Promise<Map<string, LocalModelInstallRow>> {
  const rows = await tx
    .selectDistinctOn([localModelInstalls.model])
    .from(localModelInstalls)
    .orderBy(localModelInstalls.model, desc(localModelInstalls.createdAt));
  return new Map(rows.map((row) => [row.model, row]));
}

export async function insertInstall(
  tx: Tx,
  values: Pick<LocalModelInstallRow, 'id' | 'companyId' | 'model' | 'path'>,
): Promise<LocalModelInstallRow> {
  const [row] = await tx.insert(localModelInstalls).values(values).returning();
  return row as LocalModelInstallRow;
}

/** Kept as an installation that was cancelled before it began. */
export async function insertDeclined(
  tx: Tx,
  _owner: Authorized<OwnedModels, 'update'>,
  values: Pick<LocalModelInstallRow, 'id' | 'companyId' | 'model'>,
): Promise<void> {
  await tx.insert(localModelInstalls).values({ ...values, ...cancelledRun() });
}

/** False where none is under way. The job notices within a second. */
export async function cancelInstall(
  tx: Tx,
  _owner: Authorized<OwnedModels, 'update'>,
  model: string,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(localModelInstalls)
    .set({ ...cancelledRun(), updatedAt: new Date() })
    .where(and(eq(localModelInstalls.model, model), unfinished));
  return (rowCount ?? 0) > 0;
}

export async function deleteInstalls(
  tx: Tx,
  _owner: Authorized<OwnedModels, 'delete'>,
  model: string,
): Promise<void> {
  await tx.delete(localModelInstalls).where(eq(localModelInstalls.model, model));
}

export async function lockInstall(tx: Tx, id: string): Promise<LocalModelInstallRow | undefined> {
  const [row] = await tx.select().from(localModelInstalls).where(eq(localModelInstalls.id, id)).for('update');
  return row;
}

/** False if it has ended or was cancelled. */
export async function updateUnfinishedInstall(
  tx: SystemTx,
  id: string,
  changes: Partial<Omit<LocalModelInstallRow, 'id' | 'companyId' | 'model'>>,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(localModelInstalls)
    .set({ updatedAt: new Date(), ...changes })
    .where(and(eq(localModelInstalls.id, id), unfinished));
  return rowCount === 1;
}
