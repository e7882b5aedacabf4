import { eq, max, sql } from 'drizzle-orm';
import type { Database, Tx } from '../../platform/database/database.ts';
import { usageRecords, usageSlots } from './usage.table.ts';
import { sumLedger } from './usage-sums.ts';

export const slotMs = 15 * 60_000;
const slotLength = sql.raw("interval '15 minutes'");
const origin = sql.raw("timestamptz '2000-01-01T00:00:00Z'");
/** A row bears the time at which its transaction began; none lasts so long, so that what is older is whole. */
const settled = sql.raw("interval '1 hour'");

/**
 * Up to when the ledger of a company, or of all, stands in slots; undefined: not at all. After the
 * last slot there was nothing until the slots were made, since they are made for all companies in one go.
 */
export async function findSlotsEnd(tx: Tx, companyId: string | undefined): Promise<Date | undefined> {
  const [row] = await tx
    .select({ last: max(usageSlots.slot) })
    .from(usageSlots)
    .where(companyId === undefined ? undefined : eq(usageSlots.companyId, companyId));
  return row?.last ? new Date(row.last.getTime() + slotMs) : undefined;
}

/** Makes the slots that have become whole since the last time. Two that do so at once make each once. */
export function makeSlots(database: Database): Promise<number> {
  return database.acrossCompanies('slots are made for all companies in one go', async (tx) => {
    const end = await findSlotsEnd(tx, undefined);
    const from =
      end === undefined ? sql`` : sql`and ${usageRecords.createdAt} >= ${end.toISOString()}::timestamptz`;
    const { rowCount } = await tx.execute(sql`
      insert into ${usageSlots} (company_id, slot, requests, answers, failed, model_calls, prompt_tokens,
                                 completion_tokens, embedding_tokens, cost, duration_ms)
      select ${usageRecords.companyId}, date_bin(${slotLength}, ${usageRecords.createdAt}, ${origin}), ${sumLedger()}
      from ${usageRecords}
      where ${usageRecords.createdAt} < date_bin(${slotLength}, now() - ${settled}, ${origin}) ${from}
      group by 1, 2
      on conflict do nothing`);
    return rowCount ?? 0;
  });
}
