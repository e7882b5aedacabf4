import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { together } from '../../platform/database/together.ts';
import { type QuotaToken, takeQuotas } from '../../platform/quota.ts';
import type { ModelCallKind } from './usage.table.ts';
import {
  appendUsageRecord,
  costOf,
  incrementRequestCounter,
  type NewUsageRecord,
} from './usage-record.queries.ts';

export { isRowId } from './usage-record.queries.ts';

export type UsageSource = NewUsageRecord['source'];

/** The columns of every row. */
type Entry = Pick<
  NewUsageRecord,
  'companyId' | 'accountId' | 'assistantId' | 'flowId' | 'source' | 'durationMs' | 'outcome'
> & {
  /** Identifies the operation within the company: a repeated step is recorded once. */
  operationId: string;
};

/**
 * A call of a model. A reranker's tokens are prompt tokens, an embedding model's are embedding tokens; a text-to-speech
 * model has characters instead.
 */
export type ModelCall = Entry & { modelId: string; modelName: string } & Partial<
    Pick<NewUsageRecord, 'promptTokens' | 'completionTokens' | 'embeddingTokens' | 'characters' | 'estimated'>
  >;

const sources = { session: 'app', api_token: 'api', widget: 'widget' } as const satisfies Record<
  Actor['via'],
  UsageSource
>;

/** Whether a person, a program or a visitor of a website asked. */
export function sourceOf(actor: Pick<Actor, 'via'>): (typeof sources)[Actor['via']] {
  return sources[actor.via];
}

const maxTokens = 2_147_483_647;

/** A provider's token count as an integer that the database accepts: providers send anything. */
export function wholeTokens(count: number | undefined): number {
  const whole = Math.round(Number(count));
  return Number.isNaN(whole) ? 0 : Math.min(maxTokens, Math.max(0, whole));
}

/** Appends a model call to the ledger in the transaction that saves its result: never lost, never twice. */
export async function recordModelCall(tx: Tx, kind: ModelCallKind, call: ModelCall): Promise<void> {
  const promptTokens = wholeTokens(call.promptTokens ?? 0);
  const completionTokens = wholeTokens(call.completionTokens ?? 0);
  const embeddingTokens = wholeTokens(call.embeddingTokens ?? 0);
  const { characters = 0 } = call;
  await appendUsageRecord(
    tx,
    { ...call, kind, promptTokens, completionTokens, embeddingTokens },
    costOf(call.modelId, { input: promptTokens + embeddingTokens + characters, output: completionTokens }),
  );
}

/** Appends a question and counts it against both request quotas. */
export async function recordRequest(
  tx: Tx,
  entry: Entry,
  places: [QuotaToken<'monthlyRequests'>, QuotaToken<'yearlyRequests'>],
): Promise<void> {
  if (!(await appendUsageRecord(tx, { ...entry, kind: 'request' }))) return;
  await incrementRequestCounter(tx, entry.companyId, places);
}

/**
 * Takes the request that a question or a search costs, once however many models are called. Under the company's lock
 * until the transaction ends; `check` is what else must hold there.
 */
export async function takeRequest(
  tx: Tx,
  actor: Actor,
  {
    id,
    assistantId,
    flowId,
    source,
  }: { id: string; assistantId: string | null; flowId?: string; source?: UsageSource },
  check?: () => Promise<void>,
): Promise<Parameters<typeof recordRequest>[2]> {
  const { companyId, accountId } = actor;
  const places = await takeQuotas(tx, companyId, ['monthlyRequests', 'yearlyRequests'], 1);
  const entry = {
    operationId: `request:${id}`,
    ...{ companyId, accountId, assistantId, flowId: flowId ?? null },
    source: source ?? sourceOf(actor),
  };
  await together([recordRequest(tx, entry, places), check?.()]);
  return places;
}

/** Appends how a question ended: the status of its answer, or the code of its error. */
export async function recordAnswer(
  tx: Tx,
  entry: Entry & { modelId?: string | undefined; modelName?: string | undefined },
): Promise<void> {
  await appendUsageRecord(tx, { ...entry, kind: 'answer' });
}
