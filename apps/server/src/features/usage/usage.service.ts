import { sql } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import type { QuotaToken } from '../../platform/quota.ts';
import { models } from '../models/model.table.ts';
import { type ModelCallKind, requestCounters, usageRecords } from './usage.table.ts';

type Row = typeof usageRecords.$inferInsert;
export type UsageSource = Row['source'];

/** What every row says. */
type Entry = Pick<Row, 'companyId' | 'accountId' | 'assistantId' | 'source' | 'durationMs' | 'outcome'> & {
  /** Names what is booked within the company: a step that is repeated, by whomever, is booked once. */
  operationId: string;
};

/** A call of a model. A reranker's tokens are prompt tokens, an embedding model's are embedding tokens. */
export type ModelCall = Entry & { modelId: string; modelName: string } & Partial<
    Pick<Row, 'promptTokens' | 'completionTokens' | 'embeddingTokens' | 'estimated'>
  >;

/** Whether a person or a program asked. */
export function sourceOf(actor: Pick<Actor, 'via'>): 'app' | 'api' {
  return actor.via === 'api_token' ? 'api' : 'app';
}

const mostTokens = 2_147_483_647;

/** What a provider says it counted, as a number that the database takes: providers write anything. */
export function wholeTokens(count: number | undefined): number {
  const whole = Math.round(Number(count));
  return Number.isNaN(whole) ? 0 : Math.min(mostTokens, Math.max(0, whole));
}

/** False where it had been booked before. */
async function append(
  tx: Tx,
  row: Omit<Row, 'id' | 'createdAt' | 'cost'>,
  cost?: Row['cost'] | ReturnType<typeof costOf>,
) {
  const appended = await tx
    .insert(usageRecords)
    .values({ id: newId(), ...row, ...(cost === undefined ? {} : { cost: cost as Row['cost'] }) })
    .onConflictDoNothing({
      target: [usageRecords.companyId, usageRecords.operationId],
      where: sql`operation_id is not null`,
    })
    .returning({ id: usageRecords.id });
  return appended.length > 0;
}

/** Whether a model's id is that of a row; included models go by their names. */
export function isRowId(modelId: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(modelId);
}

/** By the price that the model has now; null where it has none. Included models have no row and no price. */
function costOf(modelId: string, tokens: { input: number; output: number }) {
  if (!isRowId(modelId)) return null;
  const { input, output } = tokens;
  const price =
    output > 0
      ? sql`case when ${models.inputPrice} is null and ${models.outputPrice} is null then null
                 else coalesce(${models.inputPrice}, 0) * ${input} + coalesce(${models.outputPrice}, 0) * ${output} end`
      : sql`${models.inputPrice} * ${input}`;
  return sql`(select (${price})::numeric / 1000000 from ${models} where ${models.id} = ${modelId})`;
}

/** Appends a model call to the ledger, in the transaction that keeps its result: never lost, never twice. */
export async function recordModelCall(tx: Tx, kind: ModelCallKind, call: ModelCall): Promise<void> {
  const promptTokens = wholeTokens(call.promptTokens ?? 0);
  const completionTokens = wholeTokens(call.completionTokens ?? 0);
  const embeddingTokens = wholeTokens(call.embeddingTokens ?? 0);
  await append(
    tx,
    { ...call, kind, promptTokens, completionTokens, embeddingTokens },
    costOf(call.modelId, { input: promptTokens + embeddingTokens, output: completionTokens }),
  );
}

/** Appends a question and counts it; both request quotas must have been taken for it. */
export async function recordRequest(
  tx: Tx,
  entry: Entry,
  _places: [QuotaToken<'monthlyRequests'>, QuotaToken<'yearlyRequests'>],
): Promise<void> {
  if (!(await append(tx, { ...entry, kind: 'request' }))) return;
  await tx
    .insert(requestCounters)
    // The month of the row's own time, which is the transaction's.
    .values({
      companyId: entry.companyId,
      month: sql`date_trunc('month', now() at time zone 'UTC')`,
      requests: 1,
    })
    .onConflictDoUpdate({
      target: [requestCounters.companyId, requestCounters.month],
      set: { requests: sql`${requestCounters.requests} + 1` },
    });
}

/** Appends how a question ended: the status of its answer, or the code of its error. */
export async function recordAnswer(
  tx: Tx,
  entry: Entry & { modelId?: string | undefined; modelName?: string | undefined },
): Promise<void> {
  await append(tx, { ...entry, kind: 'answer' });
}
