import { eq, lt, sql } from 'drizzle-orm';
import type { SystemTx } from '../../platform/database/database.ts';
import { type SummaryCallRow, summaryCalls } from './search.table.ts';

export async function insertSummaryCall(
  tx: SystemTx,
  values: typeof summaryCalls.$inferInsert,
): Promise<void> {
  await tx.insert(summaryCalls).values(values);
}

export async function deleteSummaryCall(tx: SystemTx, id: string): Promise<void> {
  await tx.delete(summaryCalls).where(eq(summaryCalls.id, id));
}

/** All that a process is writing, in one statement. */
export async function touchSummaryCalls(
  tx: SystemTx,
  calls: { id: string; completionTokens: number }[],
): Promise<void> {
  await tx.execute(sql`
    update ${summaryCalls} set heartbeat_at = now(), completion_tokens = part."completionTokens"
    from jsonb_to_recordset(${JSON.stringify(calls)}::jsonb) as part(id uuid, "completionTokens" int)
    where ${summaryCalls.id} = part.id`);
}

/** Those whose process has been silent for so long, removed. */
export function takeSilentSummaryCalls(tx: SystemTx, seconds: number): Promise<SummaryCallRow[]> {
  return tx
    .delete(summaryCalls)
    .where(lt(summaryCalls.heartbeatAt, sql`now() - make_interval(secs => ${seconds})`))
    .returning();
}
