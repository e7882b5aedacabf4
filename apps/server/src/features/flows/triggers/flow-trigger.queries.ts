import { and, asc, eq, gt, lt, lte } from 'drizzle-orm';
import type { Authorized } from '../../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../../platform/database/database.ts';
import { type FlowTriggerRow, flowTriggerCalls, flowTriggers } from './flow-trigger.table.ts';

export function listFlowTriggerRows(tx: Tx, flowId: string): Promise<FlowTriggerRow[]> {
  return tx
    .select()
    .from(flowTriggers)
    .where(eq(flowTriggers.flowId, flowId))
    .orderBy(asc(flowTriggers.createdAt), asc(flowTriggers.id));
}

export async function lockFlowTrigger(tx: Tx, id: string): Promise<FlowTriggerRow | undefined> {
  const [row] = await tx.select().from(flowTriggers).where(eq(flowTriggers.id, id)).for('update');
  return row;
}

export async function insertFlowTrigger(
  tx: Tx,
  values: typeof flowTriggers.$inferInsert,
): Promise<FlowTriggerRow> {
  const [row] = await tx.insert(flowTriggers).values(values).returning();
  return row as FlowTriggerRow;
}

export async function updateFlowTriggerRow(
  tx: Tx,
  { id }: Authorized<FlowTriggerRow, 'update'>,
  changes: Partial<typeof flowTriggers.$inferInsert>,
): Promise<FlowTriggerRow> {
  const [row] = await tx
    .update(flowTriggers)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(flowTriggers.id, id))
    .returning();
  return row as FlowTriggerRow;
}

export async function deleteFlowTriggerRow(
  tx: Tx,
  { id }: Authorized<FlowTriggerRow, 'delete'>,
): Promise<void> {
  await tx.delete(flowTriggers).where(eq(flowTriggers.id, id));
}

/** Of every company. */
export function listDueTriggers(tx: SystemTx, now: Date): Promise<{ id: string; companyId: string }[]> {
  return tx
    .select({ id: flowTriggers.id, companyId: flowTriggers.companyId })
    .from(flowTriggers)
    .where(and(eq(flowTriggers.enabled, true), lte(flowTriggers.nextRunAt, now)))
    .orderBy(asc(flowTriggers.nextRunAt))
    .limit(500);
}

/** The company of a webhook, whoever calls it. */
export async function findCompanyOfTrigger(tx: SystemTx, id: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ companyId: flowTriggers.companyId })
    .from(flowTriggers)
    .where(eq(flowTriggers.id, id));
  return row?.companyId;
}

export async function noteTriggerStart(
  tx: SystemTx,
  id: string,
  changes: Partial<Pick<FlowTriggerRow, 'nextRunAt' | 'lastRunAt' | 'lastRunId' | 'problem' | 'enabled'>>,
): Promise<void> {
  await tx.update(flowTriggers).set(changes).where(eq(flowTriggers.id, id));
}

/** Returns false where this call was made before. */
export async function insertTriggerCall(
  tx: SystemTx,
  { id: triggerId, companyId }: Pick<FlowTriggerRow, 'id' | 'companyId'>,
  signature: string,
): Promise<boolean> {
  const added = await tx
    .insert(flowTriggerCalls)
    .values({ triggerId, companyId, signature })
    .onConflictDoNothing()
    .returning({ signature: flowTriggerCalls.signature });
  return added.length > 0;
}

export function countTriggerCalls(tx: Tx, triggerId: string, since: Date): Promise<number> {
  return tx.$count(
    flowTriggerCalls,
    and(eq(flowTriggerCalls.triggerId, triggerId), gt(flowTriggerCalls.calledAt, since)),
  );
}

export async function deleteOldTriggerCalls(tx: SystemTx, before: Date): Promise<void> {
  await tx.delete(flowTriggerCalls).where(lt(flowTriggerCalls.calledAt, before));
}
