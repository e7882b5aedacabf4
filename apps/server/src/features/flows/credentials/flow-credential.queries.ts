import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Authorized } from '../../../platform/authorized.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { isSameName } from '../../../platform/database/same-name.ts';
import { type FlowCredentialRow, flowCredentials } from './flow-credential.table.ts';

export function listFlowCredentialRows(tx: Tx): Promise<FlowCredentialRow[]> {
  return tx
    .select()
    .from(flowCredentials)
    .orderBy(asc(sql`lower(${flowCredentials.name})`));
}

export async function findFlowCredential(tx: Tx, id: string): Promise<FlowCredentialRow | undefined> {
  const [row] = await tx.select().from(flowCredentials).where(eq(flowCredentials.id, id));
  return row;
}

export async function isFlowCredentialNameTaken(tx: Tx, name: string, except?: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: flowCredentials.id })
    .from(flowCredentials)
    .where(
      and(
        isSameName(flowCredentials.name, name),
        except === undefined ? undefined : ne(flowCredentials.id, except),
      ),
    );
  return row !== undefined;
}

/** Undefined where there is one of this name. */
export async function insertFlowCredential(
  tx: Tx,
  values: typeof flowCredentials.$inferInsert,
): Promise<FlowCredentialRow | undefined> {
  const [row] = await tx.insert(flowCredentials).values(values).onConflictDoNothing().returning();
  return row;
}

export async function updateFlowCredentialRow(
  tx: Tx,
  { id }: Authorized<FlowCredentialRow, 'update'>,
  changes: Partial<Pick<FlowCredentialRow, 'name' | 'host' | 'sealedSecret' | 'secretEnding'>>,
): Promise<FlowCredentialRow> {
  const [row] = await tx
    .update(flowCredentials)
    .set({ ...changes, updatedAt: new Date() })
    .where(eq(flowCredentials.id, id))
    .returning();
  return row as FlowCredentialRow;
}

export async function deleteFlowCredentialRow(
  tx: Tx,
  { id }: Authorized<FlowCredentialRow, 'delete'>,
): Promise<void> {
  await tx.delete(flowCredentials).where(eq(flowCredentials.id, id));
}
