import { and, count, eq, gt, inArray, isNull, or, sql, sum } from 'drizzle-orm';
import { authorizeSystem } from '../../platform/authorized.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { clearDocuments } from './clear-documents.service.ts';
import { softDeleteDocumentsOf } from './document.queries.ts';
import { documents } from './document.table.ts';

const active = isNull(documents.deletedAt);

export async function countContents(tx: Tx, knowledgeBaseIds: string[]) {
  if (knowledgeBaseIds.length === 0) return new Map();
  const rows = await tx
    .select({
      id: documents.knowledgeBaseId,
      documentCount: count(),
      chunkCount: sum(documents.chunkCount).mapWith(Number),
      changedAt: sql`max(greatest(${documents.createdAt}, ${documents.progressAt}))`.mapWith(
        documents.createdAt,
      ),
    })
    .from(documents)
    .where(and(inArray(documents.knowledgeBaseId, knowledgeBaseIds), active))
    .groupBy(documents.knowledgeBaseId);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether chunks have vectors or a parse is about to add some. */
export async function hasVectors(tx: Tx, knowledgeBaseId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        eq(documents.knowledgeBaseId, knowledgeBaseId),
        active,
        or(gt(documents.chunkCount, 0), eq(documents.status, 'parsing')),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export async function clearContents(
  platform: Platform,
  { companyId, knowledgeBaseId }: { companyId: string; knowledgeBaseId: string },
  signal: AbortSignal,
): Promise<void> {
  const rows = await platform.database.withCompany(companyId, async (tx) => {
    // An upload that was under way when the knowledge base was deleted may have added one.
    await softDeleteDocumentsOf(tx, authorizeSystem(tx, { id: knowledgeBaseId }));
    return tx
      .select({ id: documents.id })
      .from(documents)
      .where(eq(documents.knowledgeBaseId, knowledgeBaseId));
  });
  await clearDocuments(platform, { companyId, documentIds: rows.map(({ id }) => id) }, signal);
}
