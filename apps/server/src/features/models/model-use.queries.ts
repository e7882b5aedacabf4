import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { definePort } from '../../platform/hooks.ts';
import { modelUse } from './model.table.ts';

export type ModelUse = { requests: number; tokens: number; price: number };

/** Each null: not limited. */
export type ModelLimits = {
  requestsPerMinute: number | null;
  tokensPerMinute: number | null;
  pricePerMonth: number | null;
};

type Ids = { companyId: string; modelId: string };

/** What the ledger says that the transaction's company has spent on a model since the month began, in UTC. */
export const modelSpending = definePort<(tx: Tx, modelId: string) => Promise<number>>('spending on models');

// The clock of the database is the one that all processes share. A transaction may have waited for a later one.
const thisMinute = sql`date_trunc('minute', clock_timestamp())`;
const thisMonth = sql`date_trunc('month', clock_timestamp() at time zone 'utc')::date`;
const inMinute = (count: SQL | typeof modelUse.requests | typeof modelUse.tokens) =>
  sql`case when ${modelUse.minute} >= ${thisMinute} then ${count} else 0 end`;
const requestsNow = inMinute(modelUse.requests);
const tokensNow = inMinute(modelUse.tokens);
const priceNow = sql`case when ${modelUse.month} >= ${thisMonth} then ${modelUse.price} else 0 end`;

const isOf = ({ companyId, modelId }: Ids) =>
  and(eq(modelUse.companyId, companyId), eq(modelUse.modelId, modelId));

const added = ({ requests, tokens, price }: ModelUse) => ({
  minute: sql`greatest(${modelUse.minute}, ${thisMinute})`,
  requests: sql`${requestsNow} + ${requests}::int`,
  // Less than was estimated, and the estimate may have gone with its minute.
  tokens: sql`greatest(0, ${tokensNow} + ${tokens}::bigint)`,
  month: sql`greatest(${modelUse.month}, ${thisMonth})`,
  price: sql`greatest(0, ${priceNow} + ${price}::float8)`,
});

const below = (used: SQL, limit: number | null) =>
  limit === null ? undefined : sql`${used} < ${limit}::float8`;

/**
 * Adds a call to what is used, as long as nothing that is limited is used up. False where something is, or where nothing
 * is counted yet. Parallel callers wait for the row, and count again.
 */
export async function takeModelUse(
  tx: SystemTx,
  ids: Ids,
  limits: ModelLimits,
  use: ModelUse,
): Promise<boolean> {
  const taken = await tx
    .update(modelUse)
    .set(added(use))
    .where(
      and(
        isOf(ids),
        below(requestsNow, limits.requestsPerMinute),
        below(tokensNow, limits.tokensPerMinute),
        below(priceNow, limits.pricePerMonth),
      ),
    )
    .returning({ modelId: modelUse.modelId });
  return taken.length > 0;
}

/** Corrects an estimate, whatever the limits. */
export async function correctModelUse(tx: SystemTx, ids: Ids, use: ModelUse): Promise<void> {
  await tx.update(modelUse).set(added(use)).where(isOf(ids));
}

/** Begins to count, from what was spent before; another one may have begun already. */
export async function beginModelUse(tx: SystemTx, ids: Ids, price: number): Promise<void> {
  await tx
    .insert(modelUse)
    .values({ ...ids, minute: thisMinute, requests: 0, tokens: 0, month: thisMonth, price })
    .onConflictDoNothing();
}

const usedNow = {
  requests: requestsNow.mapWith(Number),
  tokens: tokensNow.mapWith(Number),
  price: priceNow.mapWith(Number),
};

/** What is used now, with the seconds until the minute and the month are over. */
export async function findModelUse(tx: Tx, ids: Ids) {
  const [found] = await tx
    .select({
      ...usedNow,
      secondsOfMinute: sql`60 - extract(second from clock_timestamp())`.mapWith(Number),
      secondsOfMonth:
        sql`extract(epoch from ${thisMonth} + interval '1 month' - clock_timestamp() at time zone 'utc')`.mapWith(
          Number,
        ),
    })
    .from(modelUse)
    .where(isOf(ids));
  return found;
}

/** What the company has used, by model. */
export async function listModelUse(tx: Tx, companyId: string): Promise<Map<string, ModelUse>> {
  const rows = await tx
    .select({ modelId: modelUse.modelId, ...usedNow })
    .from(modelUse)
    .where(eq(modelUse.companyId, companyId));
  return new Map(rows.map(({ modelId, ...use }) => [modelId, use]));
}

/** Has every company's use of the model counted anew, from the ledger. */
export async function forgetModelUse(tx: SystemTx, modelId: string): Promise<void> {
  await tx.delete(modelUse).where(eq(modelUse.modelId, modelId));
}
