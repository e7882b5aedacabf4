import { eq } from 'drizzle-orm';
import type { SystemTx, Tx } from '../../../platform/database/database.ts';
import { toolDecisions } from '../conversation.table.ts';

/** False where it was decided before. */
export async function insertDecision(tx: Tx, values: typeof toolDecisions.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.insert(toolDecisions).values(values).onConflictDoNothing();
  return rowCount === 1;
}

/** Undefined while nobody has said anything. */
export async function findDecision(tx: SystemTx, toolCallId: string): Promise<boolean | undefined> {
  const [row] = await tx
    .select({ allowed: toolDecisions.allowed })
    .from(toolDecisions)
    .where(eq(toolDecisions.toolCallId, toolCallId));
  return row?.allowed;
}
