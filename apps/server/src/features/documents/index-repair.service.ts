import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { chunks } from '../chunks/chunk.table.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';
import { documents } from './document.table.ts';
import { indexFromRows } from './document-index.service.ts';

export type DocumentPlace = { companyId: string; knowledgeBaseId: string; documentId: string };

/** Makes the index say of one document what the database says, from the vectors kept there. */
export async function syncDocumentIndex(
  platform: Platform,
  { companyId, knowledgeBaseId, documentId }: DocumentPlace,
): Promise<void> {
  const truth = await platform.database.withCompany(companyId, async (tx) => {
    const [document] = await tx.select().from(documents).where(eq(documents.id, documentId));
    if (!document) return undefined;
    const rows =
      document.deletedAt || document.activeVersion === 0
        ? []
        : await tx
            .select()
            .from(chunks)
            .where(and(eq(chunks.documentId, documentId), eq(chunks.version, document.activeVersion)))
            .orderBy(asc(chunks.ordinal));
    return { document, rows };
  });
  if (!truth) {
    await forgetDocument(platform, { companyId, knowledgeBaseId, documentId });
    return;
  }
  const { document, rows } = truth;
  const indexed = await indexFromRows(document, rows);
  const [first] = indexed;
  if (first) {
    await platform.index.create(knowledgeBaseId, { dimensions: first.vector.length });
    await platform.index.upsertDocument(knowledgeBaseId, documentId, indexed);
  } else if (await platform.index.findState(knowledgeBaseId))
    await platform.index.deleteDocument(knowledgeBaseId, documentId);
}

/** The row is gone, and with it perhaps the whole base, whose table a late parse may have made again. */
async function forgetDocument(
  { database, index }: Platform,
  { companyId, knowledgeBaseId, documentId }: DocumentPlace,
): Promise<void> {
  const bases = await database.withCompany(companyId, (tx) =>
    tx
      .select({ id: knowledgeBases.id })
      .from(knowledgeBases)
      .where(and(eq(knowledgeBases.id, knowledgeBaseId), isNull(knowledgeBases.deletedAt))),
  );
  if (bases.length === 0) await index.drop(knowledgeBaseId);
  else if (await index.findState(knowledgeBaseId)) await index.deleteDocument(knowledgeBaseId, documentId);
}
