import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { SystemTx, Tx } from '../../platform/database/database.ts';
import type { QuotaToken } from '../../platform/quota.ts';
import { type KnowledgeBaseRow, knowledgeBases } from './knowledge-base.table.ts';

const alive = isNull(knowledgeBases.deletedAt);

/** What holds the files of a conversation; undefined where it never had one. */
export async function findConversationBase(
  tx: Tx,
  conversationId: string,
): Promise<KnowledgeBaseRow | undefined> {
  const [row] = await tx
    .select()
    .from(knowledgeBases)
    .where(and(alive, eq(knowledgeBases.conversationId, conversationId)));
  return row;
}

/** It takes no place in the quota of knowledge bases. */
export async function insertConversationBase(
  tx: Tx,
  values: typeof knowledgeBases.$inferInsert & { conversationId: string },
  _place: QuotaToken<'knowledgeBases'>,
): Promise<void> {
  await tx
    .insert(knowledgeBases)
    .values(values)
    .onConflictDoNothing({ target: knowledgeBases.conversationId });
}

/** Returns those that were not deleted before; a job clears each. */
export function softDeleteConversationBases(
  tx: SystemTx,
  conversationIds: string[],
): Promise<{ companyId: string; knowledgeBaseId: string }[]> {
  return tx
    .update(knowledgeBases)
    .set({ deletedAt: new Date() })
    .where(and(alive, inArray(knowledgeBases.conversationId, conversationIds)))
    .returning({ companyId: knowledgeBases.companyId, knowledgeBaseId: knowledgeBases.id });
}
