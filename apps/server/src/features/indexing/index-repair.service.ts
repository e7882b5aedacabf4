import { and, eq, type SQL } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { documents } from '../documents/document.table.ts';
import { withIndexTable } from '../knowledge-bases/index-table.service.ts';
import { isIndexedKnowledgeBase, knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';
import { readIndexed, withPath, writeIndexed } from './document-index.service.ts';

export type DocumentPlace = { companyId: string; knowledgeBaseId: string; documentId: string };

/** Makes the index match the database for one document, from the stored vectors. */
export function syncDocumentIndex(platform: Platform, place: DocumentPlace): Promise<void> {
  return withIndexTable(platform, place, (table) => syncWithin(platform, table, place));
}

async function syncWithin(
  platform: Platform,
  table: string,
  { companyId, knowledgeBaseId, documentId }: DocumentPlace,
): Promise<void> {
  const document = await platform.database.withCompany(companyId, async (tx) => {
    const [row] = await tx.select().from(documents).where(eq(documents.id, documentId));
    return row && withPath(tx, row);
  });
  if (!document) {
    await forgetDocument(platform, table, { companyId, knowledgeBaseId, documentId });
    return;
  }
  const version = document.deletedAt ? 0 : document.activeVersion;
  const which = and(eq(chunks.documentId, documentId), eq(chunks.version, version)) as SQL;
  await writeIndexed(platform, { table, documentId }, readIndexed(platform, document, which));
}

/** The row is gone, and with it perhaps the whole base, whose table a late parse may have made again. */
async function forgetDocument(
  { database, index }: Platform,
  table: string,
  { companyId, knowledgeBaseId, documentId }: DocumentPlace,
): Promise<void> {
  const bases = await database.withCompany(companyId, (tx) =>
    tx
      .select({ id: knowledgeBases.id })
      .from(knowledgeBases)
      .where(and(eq(knowledgeBases.id, knowledgeBaseId), isIndexedKnowledgeBase())),
  );
  if (bases.length === 0) await index.drop(table);
  else if (await index.findState(table)) await index.deleteDocuments(table, [documentId]);
}
