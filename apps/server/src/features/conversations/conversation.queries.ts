import { AppError } from '@lectern/contract';
import { and, asc, count, desc, eq, ilike, inArray, sql } from 'drizzle-orm';
import type { PgInsertValue, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { type Actor, originOf } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { likePattern } from '../../platform/database/like-pattern.ts';
import type { QuotaToken } from '../../platform/quota.ts';
import { type ConversationRow, conversations, type MessageRow, messages } from './conversation.table.ts';

/** The person's, and begun by the same hand: its tokens and an impersonator see only what they began. */
function ownedBy(actor: Actor) {
  return and(eq(conversations.accountId, actor.accountId), eq(conversations.origin, originOf(actor)));
}

export async function listConversationRows(
  tx: Tx,
  actor: Actor,
  assistantId: string,
  filter: { search?: string | undefined; page: number; pageSize: number },
) {
  const where = and(
    eq(conversations.assistantId, assistantId),
    ownedBy(actor),
    filter.search ? ilike(conversations.name, likePattern(filter.search)) : undefined,
  );
  const [total] = await tx.select({ count: count() }).from(conversations).where(where);
  const rows = await tx
    .select()
    .from(conversations)
    .where(where)
    .orderBy(desc(conversations.updatedAt), desc(conversations.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  return { rows, total: total?.count ?? 0 };
}

/** Conversations are their owner's alone: everyone else's do not exist. */
export async function getOwnConversation(tx: Tx, actor: Actor, id: string): Promise<ConversationRow> {
  const [row] = await tx
    .select()
    .from(conversations)
    .where(and(eq(conversations.id, id), ownedBy(actor)));
  if (!row) throw new AppError('conversation.not_found');
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
  conversation: ConversationRow,
  changes: Partial<ConversationRow>,
) {
  const [row] = await tx
    .update(conversations)
    .set(changes)
    .where(eq(conversations.id, conversation.id))
    .returning();
  return row as ConversationRow;
}

export async function deleteConversationRow(tx: Tx, conversation: ConversationRow): Promise<void> {
  await tx.delete(conversations).where(eq(conversations.id, conversation.id));
}

export async function listMessages(tx: Tx, conversationId: string): Promise<MessageRow[]> {
  return tx
    .select()
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(asc(messages.createdAt), asc(messages.id));
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

/** A question and the answer to come. The database refuses a second answer while one is being written. */
export async function insertMessages(
  tx: Tx,
  values: PgInsertValue<typeof messages>[],
  _places: [QuotaToken<'monthlyRequests'>, QuotaToken<'yearlyRequests'>],
): Promise<MessageRow[]> {
  const rows = await tx
    .insert(messages)
    .values(values)
    .onConflictDoNothing({ target: messages.conversationId, where: sql`status = 'streaming'` })
    .returning();
  if (rows.length !== values.length) throw new AppError('conversation.busy');
  return rows;
}

/** Writes to an answer only while it is being written. */
export async function updateStreamingMessage(
  tx: Tx,
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

export async function requestStop(tx: Tx, id: string): Promise<void> {
  await tx
    .update(messages)
    .set({ stopRequested: true })
    .where(and(eq(messages.id, id), eq(messages.status, 'streaming')));
}

export async function deleteMessageRows(tx: Tx, ids: string[]): Promise<void> {
  await tx.delete(messages).where(inArray(messages.id, ids));
}
