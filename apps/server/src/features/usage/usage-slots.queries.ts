import { eq, max, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { usageRecords, usageSlots } from './usage.table.ts';
import { sumLedger } from './usage-sums.ts';

export const slotMs = 15 * 60_000;
const slotLength = sql.raw("interval '15 minutes'");
const origin = sql.raw("timestamptz '2000-01-01T00:00:00Z'");
/** A row carries the time at which its transaction began. No transaction lasts this long, so older slots are complete. */
const completeAfter = sql.raw("interval '1 hour'");

/**
 * Until when the slots cover the ledger of a company, or of all; undefined without any slot. Slots are made for
 * all companies at once: after a company's last slot it had no usage until the newest slot of all.
 */
export async function findSlotsEnd(tx: Tx, companyId: string | undefined): Promise<Date | undefined> {
  const [row] = await tx
    .select({ last: max(usageSlots.slot) })
    .from(usageSlots)
    .where(companyId === undefined ? undefined : eq(usageSlots.companyId, companyId));
  return row?.last ? new Date(row.last.getTime() + slotMs) : undefined;
}

/** Inserts the slots that are complete and missing. Two callers at once insert each slot once. */
export async function insertMissingSlots(tx: Tx): Promise<number> {
  const end = await findSlotsEnd(tx, undefined);
  const from =
    end === undefined ? sql`` : sql`and ${usageRecords.createdAt} >= ${end.toISOString()}::timestamptz`;
  const { rowCount } = await tx.execute(sql`
    insert into ${usageSlots} (company_id, slot, requests, answers, failed, model_calls, prompt_tokens,
                               completion_tokens, embedding_tokens, cost, duration_ms)
    select ${usageRecords.companyId}, date_bin(${slotLength}, ${usageRecords.createdAt}, ${origin}), ${sumLedger()}
    from ${usageRecords}
    where ${usageRecords.createdAt} < date_bin(${slotLength}, now() - ${completeAfter}, ${origin}) ${from}
    group by 1, 2
    on conflict do nothing`);
  return rowCount ?? 0;
}
