import { and, eq, inArray, sql } from 'drizzle-orm';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { QuotaToken } from '../../platform/quota.ts';
import { models } from '../models/model.table.ts';
import { requestCounters, thisMonth, usageRecords } from './usage.table.ts';

export type NewUsageRecord = typeof usageRecords.$inferInsert;

/** Whether a model has a row: the ids of included models are their names. */
export function isRowId(modelId: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(modelId);
}

/** The cost at the model's current price; null without one. Included models have no row and no price. */
export function costOf(modelId: string, units: { input: number; output: number }) {
  if (!isRowId(modelId)) return null;
  const { input, output } = units;
  const price =
    output > 0
      ? sql`case when ${models.inputPrice} is null and ${models.outputPrice} is null then null
                 else coalesce(${models.inputPrice}, 0) * ${input} + coalesce(${models.outputPrice}, 0) * ${output} end`
      : sql`${models.inputPrice} * ${input}`;
  return sql`(select (${price})::numeric / 1000000 from ${models} where ${models.id} = ${modelId})`;
}

/** False if the operation was recorded before. */
export async function appendUsageRecord(
  tx: Tx,
  row: Omit<NewUsageRecord, 'id' | 'createdAt' | 'cost'>,
  cost?: NewUsageRecord['cost'] | ReturnType<typeof costOf>,
) {
  const appended = await tx
    .insert(usageRecords)
    .values({ id: newId(), ...row, ...(cost === undefined ? {} : { cost: cost as NewUsageRecord['cost'] }) })
    .onConflictDoNothing({
      target: [usageRecords.companyId, usageRecords.operationId],
      where: sql`operation_id is not null`,
    })
    .returning({ id: usageRecords.id });
  return appended.length > 0;
}

/** What these operations used; the caller's transaction says of which company. */
export async function listUsageOf(tx: Tx, operationIds: string[]) {
  if (operationIds.length === 0) return [];
  const { operationId, promptTokens, completionTokens, embeddingTokens, cost } = usageRecords;
  return tx
    .select({ operationId, promptTokens, completionTokens, embeddingTokens, cost })
    .from(usageRecords)
    .where(inArray(usageRecords.operationId, operationIds));
}

/** Counts one question in the month of the transaction's time, which is also the ledger row's. */
export async function incrementRequestCounter(
  tx: Tx,
  companyId: string,
  _places: [QuotaToken<'monthlyRequests'>, QuotaToken<'yearlyRequests'>],
): Promise<void> {
  await tx
    .insert(requestCounters)
    .values({ companyId, month: sql`date_trunc('month', now() at time zone 'UTC')`, requests: 1 })
    .onConflictDoUpdate({
      target: [requestCounters.companyId, requestCounters.month],
      set: { requests: sql`${requestCounters.requests} + 1` },
    });
}

/** What the transaction's company has spent on a model since the month began, in UTC. */
export async function sumSpending(tx: Tx, modelId: string): Promise<number> {
  const [sum] = await tx
    .select({ cost: sql`coalesce(sum(${usageRecords.cost}), 0)`.mapWith(Number) })
    .from(usageRecords)
    .where(
      and(
        eq(usageRecords.modelId, modelId),
        sql`${usageRecords.createdAt} >= ${thisMonth}::timestamp at time zone 'utc'`,
      ),
    );
  return sum?.cost ?? 0;
}
