import { chunkIndexForm } from '@lectern/adapters';
import { eq, sql } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import type { Reconciliation } from '../../platform/reconcile.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { documents } from '../documents/document.table.ts';
import { indexTable } from '../knowledge-bases/index-table.service.ts';
import { setIndexForm } from '../knowledge-bases/knowledge-base.queries.ts';
import {
  isIndexedKnowledgeBase,
  type KnowledgeBaseRow,
  knowledgeBases,
} from '../knowledge-bases/knowledge-base.table.ts';
import { syncDocumentIndex } from './index-repair.service.ts';

type IndexedBase = Pick<KnowledgeBaseRow, 'id' | 'companyId' | 'generation' | 'indexForm'>;
type Repaired = Pick<Reconciliation, 'documents' | 'indexes'>;

const straysAtOnce = 100;
/** Repairs that run in this process, by base: whoever needs one waits for it. */
const running = new WeakMap<Platform, Map<string, Promise<Repaired>>>();

/** Repairs documents whose number of chunks in the index differs from the database. */
export async function reconcileIndex(platform: Platform): Promise<Partial<Reconciliation>> {
  const found = { documents: 0, indexes: 0 };
  const { id, companyId, generation, indexForm } = knowledgeBases;
  const bases = await platform.database.acrossCompanies('the index of every company', (tx) =>
    tx.select({ id, companyId, generation, indexForm }).from(knowledgeBases).where(isIndexedKnowledgeBase()),
  );
  for (const base of bases) {
    const repaired = await reconcileBase(platform, base);
    found.documents += repaired.documents;
    found.indexes += repaired.indexes;
  }
  return found;
}

/** Also says of a base, when it is through, that its index is complete in the form of this version. */
export function reconcileBase(platform: Platform, base: IndexedBase): Promise<Repaired> {
  const repairs = running.get(platform) ?? new Map<string, Promise<Repaired>>();
  running.set(platform, repairs);
  const repair = repairs.get(base.id) ?? repairBase(platform, base).finally(() => repairs.delete(base.id));
  repairs.set(base.id, repair);
  return repair;
}

async function repairBase(platform: Platform, base: IndexedBase): Promise<Repaired> {
  const { database, index } = platform;
  const found = { documents: 0, indexes: 0 };
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
  if (base.indexForm !== chunkIndexForm)
    await database.withCompany(base.companyId, (tx) => setIndexForm(tx, base.id, chunkIndexForm));
  return found;
}
