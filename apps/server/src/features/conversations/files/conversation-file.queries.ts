import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { SystemTx, Tx } from '../../../platform/database/database.ts';
import type { DocumentWithFile } from '../../documents/document.queries.ts';
import { documents } from '../../documents/document.table.ts';
import { files } from '../../file-storage/file.table.ts';
import { knowledgeBases } from '../../knowledge-bases/knowledge-base.table.ts';
import { conversations, messages } from '../conversation.table.ts';

/** The files of a conversation in the order in which they came, and whether a question came with them. */
export function listFileRows(
  tx: Tx,
  { baseId, conversationId }: { baseId: string; conversationId: string },
): Promise<(DocumentWithFile & { used: boolean })[]> {
  return tx
    .select({
      document: documents,
      file: files,
      used: sql<boolean>`exists (select from ${messages} where ${messages.conversationId} = ${conversationId}
        and ${messages.files} @> jsonb_build_array(jsonb_build_object('documentId', ${documents.id})))`,
    })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .where(and(eq(documents.knowledgeBaseId, baseId), isNull(documents.deletedAt)))
    .orderBy(asc(documents.createdAt), asc(documents.id));
}

/** Conversations whose files outlived them: they went with an account, and nobody was asked. */
export async function listConversationsLeftBehind(tx: SystemTx): Promise<string[]> {
  const rows = await tx
    .select({ conversationId: knowledgeBases.conversationId })
    .from(knowledgeBases)
    .leftJoin(conversations, eq(conversations.id, knowledgeBases.conversationId))
    .where(
      and(
        sql`${knowledgeBases.conversationId} is not null`,
        isNull(knowledgeBases.deletedAt),
        isNull(conversations.id),
      ),
    )
    .limit(1_000);
  return rows.flatMap(({ conversationId }) => conversationId ?? []);
}
