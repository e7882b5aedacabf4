import { type AnswerFeedback, AppError, type Citation } from '@lectern/contract';
import type { StandIn } from '@lectern/models';
import { and, asc, count, desc, eq, ilike, inArray, like, lt, ne, not, or, sql } from 'drizzle-orm';
import type { PgInsertValue, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type Actor, originOf } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import type { QuotaToken } from '../../platform/quota.ts';
import type { AssistantRow } from '../assistants/assistant.table.ts';
import { rememberDeleted } from '../deletions/deletion.queries.ts';
import { type ConversationRow, conversations, type MessageRow, messages } from './conversation.table.ts';
import { searchWords } from './search/snippet.ts';

/** The policy's `read` as a condition, so that the database pages lists. */
function ownedBy(actor: Actor) {
  return and(eq(conversations.accountId, actor.accountId), eq(conversations.origin, originOf(actor)));
}

/** All words stand in the name, or in one of the messages. */
function contains(search: string | undefined) {
  const words = searchWords(search ?? '');
  if (words.length === 0) return undefined;
  return or(
    and(...words.map((word) => ilike(conversations.name, likePattern(word)))),
    sql`exists (select from ${messages} where ${messages.conversationId} = ${conversations.id} and ${and(...messageContains(words))})`,
  );
}

const messageContains = (words: string[]) => words.map((word) => ilike(messages.content, likePattern(word)));

/** The latest message of each of these conversations that contains all the words. */
export async function listMatchingMessages(
  tx: Tx,
  conversationIds: string[],
  words: string[],
): Promise<Pick<MessageRow, 'id' | 'conversationId' | 'content'>[]> {
  if (words.length === 0 || conversationIds.length === 0) return [];
  return tx
    .selectDistinctOn([messages.conversationId], {
      id: messages.id,
      conversationId: messages.conversationId,
      content: messages.content,
    })
    .from(messages)
    .where(and(inArray(messages.conversationId, conversationIds), ...messageContains(words)))
    .orderBy(messages.conversationId, desc(messages.createdAt));
}

export async function listConversationRows(
  tx: Tx,
  actor: Actor,
  assistantId: string,
  filter: { search?: string | undefined; page: number; pageSize: number },
) {
  const where = and(eq(conversations.assistantId, assistantId), ownedBy(actor), contains(filter.search));
  const [total] = await tx.select({ count: count() }).from(conversations).where(where);
  const rows = await tx
    .select()
    .from(conversations)
    .where(where)
    .orderBy(sql`${conversations.pinnedAt} is null`, desc(conversations.updatedAt), desc(conversations.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  return { rows, total: total?.count ?? 0 };
}

/** The person's conversations with any assistant, last used first. Those in which nothing was asked have no name. */
export async function listRecentConversationRows(
  tx: Tx,
  actor: Actor,
  filter: { search?: string | undefined; limit: number },
): Promise<ConversationRow[]> {
  return tx
    .select()
    .from(conversations)
    .where(and(ownedBy(actor), ne(conversations.name, ''), contains(filter.search)))
    .orderBy(desc(conversations.updatedAt), desc(conversations.id))
    .limit(filter.limit);
}

export async function findConversation(tx: Tx, id: string): Promise<ConversationRow | undefined> {
  const [row] = await tx.select().from(conversations).where(eq(conversations.id, id));
  return row;
}

export async function insertConversation(
  tx: Tx,
  values: typeof conversations.$inferInsert,
): Promise<ConversationRow> {
  const [row] = await tx.insert(conversations).values(values).returning();
  return row as ConversationRow;
}

export async function updateConversationRow(
  tx: Tx,
  conversation: Authorized<ConversationRow, 'update'>,
  changes: Partial<
    Pick<ConversationRow, 'name' | 'pinnedAt' | 'shownMessageId' | 'usesDraft' | 'mailedAt' | 'updatedAt'>
  >,
) {
  const [row] = await tx
    .update(conversations)
    .set(changes)
    .where(eq(conversations.id, conversation.id))
    .returning();
  return row as ConversationRow;
}

export async function deleteConversationRow(
  tx: Tx,
  conversation: Authorized<ConversationRow, 'delete'>,
): Promise<void> {
  await tx.delete(conversations).where(eq(conversations.id, conversation.id));
  await rememberDeleted(tx, 'conversation', [conversation]);
}

export async function deleteConversationsOfAssistant(
  tx: Tx,
  assistant: Authorized<AssistantRow, 'delete'>,
): Promise<void> {
  const rows = await tx
    .delete(conversations)
    .where(eq(conversations.assistantId, assistant.id))
    .returning({ id: conversations.id, companyId: conversations.companyId });
  await rememberDeleted(tx, 'conversation', rows);
}

/** Those of visitors, whose widget or visit ends: they belong to no person who could be asked. */
export async function deleteConversationRows(tx: SystemTx, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx
    .delete(conversations)
    .where(inArray(conversations.id, ids))
    .returning({ id: conversations.id, companyId: conversations.companyId });
  await rememberDeleted(tx, 'conversation', rows);
}

export type MessageNode = Pick<MessageRow, 'id' | 'parentId' | 'questionId' | 'role' | 'status'>;

/** What a conversation's branches are worked out from, without the texts; in the order of the messages. */
export function listMessageNodes(tx: Tx, conversationId: string): Promise<MessageNode[]> {
  const { id, parentId, questionId, role, status } = messages;
  return tx
    .select({ id, parentId, questionId, role, status })
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(asc(messages.createdAt), asc(messages.id));
}

/** These messages in the order in which they are named. */
export async function listMessagesInOrder(tx: Tx, ids: string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  const rows = await tx.select().from(messages).where(inArray(messages.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function findMessage(
  tx: Tx,
  conversationId: string,
  id: string,
): Promise<MessageRow | undefined> {
  const [row] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), eq(messages.id, id)));
  return row;
}

/** A question and its answer to come. The database refuses a second answer while one is being written. */
export async function insertMessages(
  tx: Tx,
  values: PgInsertValue<typeof messages>[],
  _places: [QuotaToken<'monthlyRequests'>, QuotaToken<'yearlyRequests'>],
): Promise<MessageRow[]> {
  const rows = await tx
    .insert(messages)
    .values(values)
    .onConflictDoNothing({
      target: [messages.conversationId, messages.lane],
      where: sql`status = 'streaming'`,
    })
    .returning();
  if (rows.length !== values.length) throw new AppError('conversation.busy');
  return rows;
}

/** Changes an answer only while it is being written. */
export async function updateStreamingAnswer(
  tx: SystemTx,
  id: string,
  changes: PgUpdateSetSource<typeof messages>,
): Promise<MessageRow | undefined> {
  const [row] = await tx
    .update(messages)
    .set(changes)
    .where(and(eq(messages.id, id), eq(messages.status, 'streaming')))
    .returning();
  return row;
}

export async function updateInterruptedAnswer(
  tx: SystemTx,
  id: string,
  changes: PgUpdateSetSource<typeof messages>,
): Promise<void> {
  await tx
    .update(messages)
    .set(changes)
    .where(and(eq(messages.id, id), eq(messages.status, 'interrupted')));
}

export async function findConversationOf(tx: SystemTx, messageId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: messages.conversationId })
    .from(messages)
    .where(eq(messages.id, messageId));
  return row?.id;
}

type AnswerPart = {
  id: string;
  /** So many characters of what is stored stay; a write that was repeated changes nothing. */
  keep: number;
  text: string;
  /** Null: unchanged. */
  citations: Citation[] | null;
  /** Who answers, where it is not the model that was asked; null: unchanged. */
  standIn: StandIn | null;
};

/** Adds to answers that are being written, in the order in which everybody locks them. */
export async function appendToAnswers(
  tx: SystemTx,
  parts: AnswerPart[],
): Promise<{ id: string; stopRequested: boolean }[]> {
  const { rows } = await tx.execute<{ id: string; stopRequested: boolean }>(sql`
    with parts as (
      select * from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
        as part(id uuid, keep int, text text, citations jsonb, "standIn" jsonb)),
    locked as (
      select id from ${messages} where id in (select id from parts) and status = 'streaming'
      order by id for no key update)
    update ${messages} set
      content = left(${messages.content}, parts.keep) || parts.text,
      citations = case when jsonb_typeof(parts.citations) = 'array' then parts.citations else ${messages.citations} end,
      model_id = coalesce(parts."standIn"->>'id', ${messages.modelId}),
      model_name = coalesce(parts."standIn"->>'name', ${messages.modelName}),
      instead_of = coalesce(parts."standIn"->'insteadOf', ${messages.insteadOf}),
      alive_at = now()
    from parts where ${messages.id} = parts.id and ${messages.id} in (select id from locked)
    returning ${messages.id}, ${messages.stopRequested} as "stopRequested"`);
  return rows;
}

/** Which of these answers exist, and the rows of those that ended or have more characters than known. */
export async function listChangedAnswers(
  tx: SystemTx,
  known: { id: string; knownCharacters: number }[],
): Promise<{ id: string; message: MessageRow | undefined }[]> {
  const ids = known.map(({ id }) => id);
  const states = await tx
    .select({
      id: messages.id,
      status: messages.status,
      characters: sql<number>`length(${messages.content})`,
    })
    .from(messages)
    .where(inArray(messages.id, ids));
  const changed = states.filter(({ id, status, characters }) =>
    known.some((one) => one.id === id && (status !== 'streaming' || characters > one.knownCharacters)),
  );
  const rows =
    changed.length === 0
      ? []
      : await tx
          .select()
          .from(messages)
          .where(
            inArray(
              messages.id,
              changed.map(({ id }) => id),
            ),
          );
  return states.map(({ id }) => ({ id, message: rows.find((row) => row.id === id) }));
}

/** How many answers are being written, for this person or visitor and for its company. */
export async function countStreamingAnswers(
  tx: Tx,
  actor: Actor,
): Promise<{ own: number; ofCompany: number }> {
  const { accountId, companyId, visitor } = actor;
  const isOwn = visitor
    ? eq(conversations.origin, originOf(actor))
    : and(eq(conversations.accountId, accountId), not(like(conversations.origin, 'visitor:%')));
  const [row] = await tx
    .select({
      own: sql<number>`count(*) filter (where ${isOwn})::int`,
      ofCompany: sql<number>`count(*)::int`,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(and(eq(messages.status, 'streaming'), eq(messages.companyId, companyId)));
  return row ?? { own: 0, ofCompany: 0 };
}

/** Answers that are being written, locked, and in one order so that two callers do not deadlock. */
export function lockStreamingAnswers(
  tx: SystemTx,
  filter: {
    conversationId?: string | undefined;
    assistantId?: string | undefined;
    silentForSeconds?: number | undefined;
  },
) {
  const { conversationId, assistantId, silentForSeconds } = filter;
  return tx
    .select({ message: messages, conversation: conversations })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        eq(messages.status, 'streaming'),
        conversationId === undefined ? undefined : eq(messages.conversationId, conversationId),
        assistantId === undefined ? undefined : eq(conversations.assistantId, assistantId),
        silentForSeconds === undefined
          ? undefined
          : lt(messages.heartbeatAt, sql`now() - make_interval(secs => ${silentForSeconds})`),
      ),
    )
    .orderBy(asc(messages.id))
    .for('no key update', { of: messages });
}

/** Asks the process that writes the answer to stop. */
export async function requestStop(
  tx: Tx,
  conversation: Authorized<ConversationRow, 'update'>,
  id: string,
): Promise<void> {
  await tx
    .update(messages)
    .set({ stopRequested: true })
    .where(
      and(
        eq(messages.conversationId, conversation.id),
        eq(messages.id, id),
        eq(messages.status, 'streaming'),
      ),
    );
}

/** Rates an answer that has ended, or takes its rating back. */
export async function updateFeedback(
  tx: Tx,
  conversation: Authorized<ConversationRow, 'update'>,
  answerId: string,
  feedback: AnswerFeedback | null,
): Promise<MessageRow | undefined> {
  const [row] = await tx
    .update(messages)
    .set({
      rating: feedback?.rating ?? null,
      feedbackText: feedback?.text ?? '',
      ratedAt: feedback ? new Date() : null,
    })
    .where(
      and(
        eq(messages.conversationId, conversation.id),
        eq(messages.id, answerId),
        ne(messages.status, 'streaming'),
      ),
    )
    .returning();
  return row;
}

export async function deleteMessageRows(
  tx: Tx,
  conversation: Authorized<ConversationRow, 'update'>,
  ids: string[],
): Promise<void> {
  await tx
    .delete(messages)
    .where(and(eq(messages.conversationId, conversation.id), inArray(messages.id, ids)));
}
