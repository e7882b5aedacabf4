import { eq, sql } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import type { Reconciliation } from '../../platform/reconcile.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { documents } from '../documents/document.table.ts';
import { indexTable } from '../knowledge-bases/index-table.service.ts';
import { isActiveKnowledgeBase, knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';
import { syncDocumentIndex } from './index-repair.service.ts';

const straysAtOnce = 100;

/** Repairs documents whose number of chunks in the index differs from the database. */
export async function reconcileIndex(platform: Platform): Promise<Partial<Reconciliation>> {
  const found = { documents: 0, indexes: 0 };
  const { database, index } = platform;
  const bases = await database.acrossCompanies('the index of every company', (tx) =>
    tx
      .select({
        id: knowledgeBases.id,
        companyId: knowledgeBases.companyId,
        generation: knowledgeBases.generation,
      })
      .from(knowledgeBases)
      .where(isActiveKnowledgeBase()),
  );
  for (const base of bases) {
    const table = indexTable(base);
    const indexed = (await index.findState(table))
      ? await index.countByDocument(table)
      : new Map<string, number>();
    const rows = await database.withCompany(base.companyId, (tx) =>
      tx
        .select({
          id: documents.id,
          chunkCount: documents.chunkCount,
          contents: sql<number>`(select count(*) from ${chunks} c where c.knowledge_base_id = ${base.id}
            and c.document_id = documents.id and c.version = documents.active_version
            and c.kind = 'contents')`.mapWith(Number),
          status: documents.status,
          deletedAt: documents.deletedAt,
        })
        .from(documents)
        .where(eq(documents.knowledgeBaseId, base.id)),
    );
    for (const row of rows) {
      // A document's contents are shown and not searched.
      const expected = row.deletedAt ? 0 : row.chunkCount - row.contents;
      const has = indexed.get(row.id) ?? 0;
      indexed.delete(row.id);
      // While a parse runs, the two differ for a moment by design.
      if (row.status === 'parsing' || has === expected) continue;
      await syncDocumentIndex(platform, {
        companyId: base.companyId,
        knowledgeBaseId: base.id,
        documentId: row.id,
      });
      found.documents++;
    }
    const strays = [...indexed.keys()];
    for (let from = 0; from < strays.length; from += straysAtOnce)
      await index.deleteDocuments(table, strays.slice(from, from + straysAtOnce));
    found.indexes += strays.length;
  }
  return found;
}
