import { and, count, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Authorized } from '../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import { answerExplanations, conversations } from '../conversations/conversation.table.ts';
import { conversationShares, type ShareRow } from './share.table.ts';

export type ShareWithConversation = {
  share: ShareRow;
  conversation: { name: string; assistantId: string };
};

const isValid = or(isNull(conversationShares.expiresAt), gt(conversationShares.expiresAt, sql`now()`));

function selectShares(tx: Tx) {
  return tx
    .select({
      share: conversationShares,
      conversation: { name: conversations.name, assistantId: conversations.assistantId },
    })
    .from(conversationShares)
    .innerJoin(conversations, eq(conversations.id, conversationShares.conversationId));
}

/** Links that work, the newest first: to one conversation, or a page of all of one person. */
export async function listShareRows(
  tx: Tx,
  filter: { accountId: string; conversationId?: string; page: number; pageSize: number },
): Promise<{ rows: ShareWithConversation[]; total: number }> {
  const where = and(
    eq(conversationShares.accountId, filter.accountId),
    filter.conversationId ? eq(conversationShares.conversationId, filter.conversationId) : undefined,
    isValid,
  );
  const [total] = await tx.select({ count: count() }).from(conversationShares).where(where);
  const rows = await selectShares(tx)
    .where(where)
    .orderBy(desc(conversationShares.createdAt), desc(conversationShares.id))
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize);
  return { rows, total: total?.count ?? 0 };
}

export async function findShare(tx: Tx, id: string): Promise<ShareWithConversation | undefined> {
  const [row] = await selectShares(tx).where(and(eq(conversationShares.id, id), isValid));
  return row;
}

export async function findShareByHash(
  tx: SystemTx,
  tokenHash: string,
): Promise<ShareWithConversation | undefined> {
  const [row] = await selectShares(tx).where(and(eq(conversationShares.tokenHash, tokenHash), isValid));
  return row;
}

export async function insertShare(tx: Tx, values: typeof conversationShares.$inferInsert): Promise<void> {
  await tx.insert(conversationShares).values(values);
}

export async function updateShareRow(
  tx: Tx,
  share: Authorized<ShareRow, 'update'>,
  changes: Pick<ShareRow, 'messageIds' | 'sharedAt'>,
): Promise<void> {
  await tx.update(conversationShares).set(changes).where(eq(conversationShares.id, share.id));
}

export async function deleteShareRow(tx: Tx, share: Authorized<ShareRow, 'delete'>): Promise<void> {
  await tx.delete(conversationShares).where(eq(conversationShares.id, share.id));
}

/** Links that a former member made in this company: they must not come back to life with a new membership. */
export async function deleteSharesOfMember(
  tx: Tx,
  { companyId, accountId }: Authorized<{ companyId: string; accountId: string }, 'delete'>,
): Promise<void> {
  await tx
    .delete(conversationShares)
    .where(and(eq(conversationShares.companyId, companyId), eq(conversationShares.accountId, accountId)));
}

/** The knowledge bases whose passages the model was given for these answers, whether it cites them or not. */
export async function listBasesReadFor(tx: Tx, answerIds: string[]): Promise<Map<string, string[]>> {
  if (answerIds.length === 0) return new Map();
  const rows = await tx
    .select({
      messageId: answerExplanations.messageId,
      baseIds: sql<string[]>`jsonb_path_query_array(${answerExplanations.explanation},
        '$.hits[*] ? (@.outcome == "cited" || @.outcome == "given").knowledgeBaseId')`,
    })
    .from(answerExplanations)
    .where(inArray(answerExplanations.messageId, answerIds));
  return new Map(rows.map(({ messageId, baseIds }) => [messageId, baseIds]));
}
