import { and, eq, isNotNull, isNull, lt, notExists, sql } from 'drizzle-orm';
import type { Platform } from '../../platform/platform.ts';
import { archiveTasks } from '../archives/archive.table.ts';
import { companies } from '../companies/company.table.ts';
import { chunks } from '../documents/chunk.table.ts';
import { clearDocument } from '../documents/clear-document.service.ts';
import { documents } from '../documents/document.table.ts';
import { lockPicturesUnder } from '../documents/picture.service.ts';
import { files } from '../file-storage/file.table.ts';
import { lockObject } from '../file-storage/object.service.ts';
import { syncDocumentIndex } from '../indexing/index-repair.service.ts';
import { indexTable, parseIndexTable } from '../knowledge-bases/index-table.service.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';
import { isTableWanted } from '../re-embedding/clear-re-embedding.service.ts';

/** Uploads under way have bytes without a row for a while. */
const graceMs = 3600_000;

export type Reconciliation = { objects: number; indexes: number; documents: number; tombstones: number };

/**
 * Compares index and object store with the database, which is the truth, and mends what differs.
 * Returns how much was found without an owner; in a healthy installation all is 0.
 */
export async function reconcile(platform: Platform, now = Date.now()): Promise<Reconciliation> {
  const found: Reconciliation = { objects: 0, indexes: 0, documents: 0, tombstones: 0 };
  await clearTombstones(platform, found, now);
  await compareIndexes(platform, found);
  await compareTables(platform, found, now);
  await compareObjects(platform, found, now);
  for (const [kind, count] of Object.entries(found)) platform.metrics.orphans.set({ kind }, count);
  if (Object.values(found).some((count) => count > 0))
    platform.log.warn({ event: 'reconcile.mended', ...found });
  return found;
}

/** Deleted documents, files, bases and companies whose job is gone. */
async function clearTombstones(platform: Platform, found: Reconciliation, now: number): Promise<void> {
  const rows = await platform.database.acrossCompanies('left-overs of every company', (tx) =>
    tx
      .select({ companyId: documents.companyId, documentId: documents.id })
      .from(documents)
      .where(and(isNotNull(documents.deletedAt), lt(documents.deletedAt, new Date(now - graceMs)))),
  );
  for (const row of rows) {
    await clearDocument(platform, row);
    found.tombstones++;
  }
  await platform.database.acrossCompanies('left-overs of every company', async (tx) => {
    const bases = await tx
      .select({ companyId: knowledgeBases.companyId, knowledgeBaseId: knowledgeBases.id })
      .from(knowledgeBases)
      .where(and(isNotNull(knowledgeBases.deletedAt), lt(knowledgeBases.deletedAt, new Date(now - graceMs))));
    for (const base of bases) await platform.jobs.enqueue(tx, 'knowledge-base.clear', base);
    // A file that documents were made of goes with the last of them.
    const unused = await tx
      .select({ companyId: files.companyId, fileId: files.id })
      .from(files)
      .where(
        and(
          isNotNull(files.deletedAt),
          lt(files.deletedAt, new Date(now - graceMs)),
          notExists(tx.select({ one: sql`1` }).from(documents).where(eq(documents.fileId, files.id))),
        ),
      );
    for (const file of unused) await platform.jobs.enqueue(tx, 'file.clear', file);
    const gone = await tx
      .select({ companyId: companies.id })
      .from(companies)
      .where(and(isNotNull(companies.deletedAt), lt(companies.deletedAt, new Date(now - graceMs))));
    for (const company of gone) await platform.jobs.enqueue(tx, 'company.clear', company);
    found.tombstones += bases.length + unused.length + gone.length;
  });
}

/** Documents whose chunks in the index are not as many as the database says. */
async function compareIndexes(platform: Platform, found: Reconciliation): Promise<void> {
  const { database, index } = platform;
  const bases = await database.acrossCompanies('the index of every company', (tx) =>
    tx
      .select({
        id: knowledgeBases.id,
        companyId: knowledgeBases.companyId,
        generation: knowledgeBases.generation,
      })
      .from(knowledgeBases)
      .where(isNull(knowledgeBases.deletedAt)),
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
      const wanted = row.deletedAt ? 0 : row.chunkCount - row.contents;
      const has = indexed.get(row.id) ?? 0;
      indexed.delete(row.id);
      // While a parse runs, the two differ for a moment by design.
      if (row.status === 'parsing' || has === wanted) continue;
      await syncDocumentIndex(platform, {
        companyId: base.companyId,
        knowledgeBaseId: base.id,
        documentId: row.id,
      });
      found.documents++;
    }
    for (const documentId of indexed.keys()) {
      await index.deleteDocument(table, documentId);
      found.indexes++;
    }
  }
}

/** Tables of bases that are gone, and of generations that neither answer nor are being made. */
async function compareTables(
  { database, index }: Platform,
  found: Reconciliation,
  now: number,
): Promise<void> {
  // First the tables: a generation is in its row before it has one.
  for (const table of await index.listTables()) {
    const place = parseIndexTable(table);
    if (!place) continue;
    const isWanted = await database.acrossCompanies('the index of every company', (tx) =>
      isTableWanted(tx, place, new Date(now - graceMs)),
    );
    if (isWanted) continue;
    await index.drop(table);
    found.indexes++;
  }
}

/** Objects that no row names any more. */
async function compareObjects(
  { database, objects }: Platform,
  found: Reconciliation,
  now: number,
): Promise<void> {
  for await (const object of objects.list()) {
    if (now - object.modifiedAt.getTime() < graceMs) continue;
    await database.acrossCompanies('an object names its company only by its key', async (tx) => {
      const [owner] = object.key.split('/');
      await lockObject(tx, object.key);
      await lockPicturesUnder(tx, owner ?? '');
      const used = await tx.execute(
        sql`select 1 from ${files} where object_key = ${object.key}
            union all select 1 from ${documents} where rendered_key = ${object.key}
            union all select 1 from ${archiveTasks} where object_key = ${object.key}
            union all select 1 from ${chunks} where image_key = ${object.key} limit 1`,
      );
      if (used.rows.length > 0) return;
      await objects.delete(object.key);
      found.objects++;
    });
  }
}
