import type { InsightReason } from '@lectern/contract';
import { and, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Authorized } from '../../../platform/authorized.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { AssistantRow } from '../../assistants/assistant.table.ts';
import { usageRecords } from '../../usage/usage.table.ts';
import { conversations, messages } from '../conversation.table.ts';

type OfEditors = Authorized<AssistantRow, 'update'>;

/** A worse support score than this deserves a look. */
const poorSupport = 0.5;
const questions = alias(messages, 'questions');

const hasSource = sql`(${messages.curatedAnswerId} is not null or jsonb_array_length(${messages.citations}) > 0)`;
const hasEnded = sql`${messages.status} in ('complete', 'stopped')`;
const score = sql`(${messages.support} ->> 'score')::float8`;

/** What makes an answer one of each; an answer may be several. */
const reasons: Record<InsightReason, SQL> = {
  unanswered: sql`${messages.nothingFound}`,
  unsourced: sql`(${hasEnded} and not ${messages.nothingFound} and not ${hasSource})`,
  rated_down: sql`coalesce(${messages.rating} = 'down', false)`,
  unsupported: sql`coalesce(${score} < ${poorSupport}, false)`,
  failed: sql`(${messages.status} in ('failed', 'interrupted'))`,
};
const isAnswered = sql`(${hasEnded} and not ${messages.nothingFound} and ${hasSource})`;

/**
 * Answers of an assistant since a moment. A conversation is touched with every question, so that only those used since
 * are looked into, whatever other assistants of the company were asked.
 */
function answersSince({ id }: OfEditors, since: Date) {
  return and(
    eq(conversations.assistantId, id),
    gte(conversations.updatedAt, new Date(since.getTime() - 60_000)),
    eq(conversations.usesDraft, false),
    gte(messages.createdAt, since),
    eq(messages.role, 'assistant'),
    sql`${messages.status} <> 'streaming'`,
  );
}

export async function sumUpAnswers(tx: Tx, assistant: OfEditors, since: Date) {
  const count = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`;
  const composed = sql`${messages.curatedAnswerId} is null and ${messages.durationMs} is not null`;
  const percentile = (column: SQL, share: number) =>
    sql<
      number | null
    >`round(percentile_cont(${share}) within group (order by ${column}) filter (where ${composed}))::int`;
  const [row] = await tx
    .select({
      questions: sql<number>`count(*)::int`,
      answered: count(isAnswered),
      unanswered: count(reasons.unanswered),
      unsourced: count(reasons.unsourced),
      failed: count(reasons.failed),
      curated: count(sql`${messages.curatedAnswerId} is not null`),
      ratedUp: count(sql`${messages.rating} = 'up'`),
      ratedDown: count(reasons.rated_down),
      support: sql<number | null>`avg(${score})::float8`,
      medianMs: percentile(sql`${messages.durationMs}`, 0.5),
      slowMs: percentile(sql`${messages.durationMs}`, 0.95),
      medianFirstTokenMs: percentile(sql`${messages.firstTokenMs}`, 0.5),
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(answersSince(assistant, since));
  return row!;
}

/** The answers by day; `bounds` are when the days begin. */
export async function countAnswersByDay(tx: Tx, assistant: OfEditors, bounds: Date[]) {
  const since = bounds[0]!;
  const list = sql.join(
    bounds.map((bound) => sql`${bound.toISOString()}::timestamptz`),
    sql`, `,
  );
  const day = sql<number>`width_bucket(${messages.createdAt}, array[${list}])`;
  return tx
    .select({
      day,
      answered: sql<number>`count(*) filter (where ${isAnswered})::int`,
      notAnswered: sql<number>`count(*) filter (where not ${isAnswered})::int`,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(answersSince(assistant, since))
    .groupBy(sql`1`);
}

const reasonColumns = Object.fromEntries(
  Object.entries(reasons).map(([reason, condition]) => [reason, sql<boolean>`${condition}`]),
) as Record<InsightReason, SQL<boolean>>;

/** The last questions whose answers deserve a look. */
export async function listPoorAnswers(
  tx: Tx,
  assistant: OfEditors,
  since: Date,
  { reason, limit }: { reason: InsightReason | undefined; limit: number },
) {
  const any = sql`(${sql.join(Object.values(reasons), sql` or `)})`;
  return tx
    .select({
      messageId: messages.id,
      question: questions.content,
      origin: conversations.origin,
      askedAt: questions.createdAt,
      ...reasonColumns,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(questions, eq(questions.id, messages.questionId))
    .where(and(answersSince(assistant, since), reason ? reasons[reason] : any))
    .orderBy(desc(messages.createdAt))
    .limit(limit);
}

const shownOfAnswer = {
  messageId: messages.id,
  question: questions.content,
  origin: conversations.origin,
  askedAt: questions.createdAt,
  modelName: messages.modelName,
  durationMs: messages.durationMs,
  firstTokenMs: messages.firstTokenMs,
};

export async function listSlowAnswers(tx: Tx, assistant: OfEditors, since: Date, limit: number) {
  return tx
    .select(shownOfAnswer)
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(questions, eq(questions.id, messages.questionId))
    .where(and(answersSince(assistant, since), sql`${messages.durationMs} > 0`))
    .orderBy(desc(messages.durationMs))
    .limit(limit);
}

/** The most expensive calls that wrote an answer, found in the ledger; without a price, those of most tokens. */
export async function listDearAnswers(tx: Tx, assistant: OfEditors, since: Date, limit: number) {
  const calls = await tx
    .select({ operationId: usageRecords.operationId })
    .from(usageRecords)
    .where(
      and(
        eq(usageRecords.assistantId, assistant.id),
        gte(usageRecords.createdAt, since),
        eq(usageRecords.kind, 'chat'),
        sql`${usageRecords.operationId} like 'chat:%'`,
        sql`${usageRecords.promptTokens} + ${usageRecords.completionTokens} > 0`,
      ),
    )
    .orderBy(
      sql`${usageRecords.cost} desc nulls last`,
      sql`${usageRecords.promptTokens} + ${usageRecords.completionTokens} desc`,
    )
    .limit(limit * 2);
  const ids = calls.map(({ operationId }) => operationId!.slice('chat:'.length));
  if (ids.length === 0) return [];
  const rows = await tx
    .select(shownOfAnswer)
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(questions, eq(questions.id, messages.questionId))
    .where(and(answersSince(assistant, since), inArray(messages.id, ids)));
  return rows.sort((a, b) => ids.indexOf(a.messageId) - ids.indexOf(b.messageId)).slice(0, limit);
}

/** An answer of the assistant, whoever asked. */
export async function findInsightAnswer(tx: Tx, assistant: OfEditors, messageId: string) {
  const [row] = await tx
    .select({ message: messages, question: questions, conversation: conversations, ...reasonColumns })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(questions, eq(questions.id, messages.questionId))
    .where(and(eq(messages.id, messageId), eq(conversations.assistantId, assistant.id)));
  return row;
}

/** Tokens and price of all that was called for an assistant's questions. */
export async function sumUpCosts(tx: Tx, assistant: OfEditors, since: Date) {
  const { promptTokens, completionTokens, embeddingTokens, cost } = usageRecords;
  const [row] = await tx
    .select({
      tokens: sql<number>`coalesce(sum(${promptTokens} + ${completionTokens} + ${embeddingTokens}), 0)::float8`,
      cost: sql<number | null>`sum(${cost})::float8`,
    })
    .from(usageRecords)
    .where(
      and(
        eq(usageRecords.assistantId, assistant.id),
        gte(usageRecords.createdAt, since),
        inArray(usageRecords.source, ['app', 'api', 'widget']),
      ),
    );
  return row ?? { tokens: 0, cost: null };
}
