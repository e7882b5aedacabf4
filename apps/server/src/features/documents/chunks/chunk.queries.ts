import { and, eq, gt, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Authorized } from '../../../platform/authorized.ts';
import type { SystemTx, Tx } from '../../../platform/database/database.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { type DocumentRow, documents } from '../document.table.ts';
import { type ChunkRow, chunks } from './chunk.table.ts';
import { chunkRevisions } from './chunk-revision.table.ts';
import { documentCoverages } from './document-coverage.table.ts';
import { documentTables } from './document-table.table.ts';

export async function insertChunks(tx: Tx, rows: (typeof chunks.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(chunks).values(rows);
}

/** Skips rows that an earlier attempt inserted under the same ids. */
export async function insertMissingChunks(tx: Tx, rows: (typeof chunks.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(chunks).values(rows).onConflictDoNothing();
}

export async function insertChunk(tx: Tx, values: typeof chunks.$inferInsert): Promise<ChunkRow> {
  const [row] = await tx.insert(chunks).values(values).returning();
  return row as ChunkRow;
}

export async function updateChunkRow(
  tx: Tx,
  _base: Authorized<KnowledgeBaseRow, 'update'>,
  id: string,
  changes: Partial<ChunkRow>,
): Promise<ChunkRow> {
  const [row] = await tx.update(chunks).set(changes).where(eq(chunks.id, id)).returning();
  return row as ChunkRow;
}

/** Moves the chunks after a place down by so many. Twice, since no two may have one ordinal at any time. */
export async function makeRoomForChunks(
  tx: Tx,
  _base: Authorized<KnowledgeBaseRow, 'update'>,
  { id, activeVersion }: Pick<DocumentRow, 'id' | 'activeVersion'>,
  { after, by }: { after: number; by: number },
): Promise<void> {
  if (by <= 0) return;
  const ofVersion = and(eq(chunks.documentId, id), eq(chunks.version, activeVersion));
  await tx
    .update(chunks)
    .set({ ordinal: sql`-${chunks.ordinal} - ${by}` })
    .where(and(ofVersion, gt(chunks.ordinal, after)));
  await tx
    .update(chunks)
    .set({ ordinal: sql`-${chunks.ordinal}` })
    .where(and(ofVersion, lt(chunks.ordinal, 0)));
}

export async function setChunksEnabled(
  tx: Tx,
  _base: Authorized<KnowledgeBaseRow, 'update'>,
  ids: string[],
  enabled: boolean,
): Promise<void> {
  await tx.update(chunks).set({ enabled }).where(inArray(chunks.id, ids));
}

/** Called by `deleteChunksWithPictures` alone, which releases the pictures first. */
export async function deleteChunkRows(
  tx: Tx,
  _owner: Authorized<{ companyId: string }, 'update'>,
  which: SQL,
): Promise<void> {
  await tx.delete(chunks).where(which);
}

export async function updateChunkEnrichment(
  tx: SystemTx,
  id: string,
  changes: Partial<ChunkRow>,
): Promise<void> {
  await tx.update(chunks).set(changes).where(eq(chunks.id, id));
}

export async function setChunkVectors(tx: SystemTx, rows: { id: string; vector: Buffer }[]): Promise<void> {
  const values = sql.join(
    rows.map(({ id, vector }) => sql`(${id}::uuid, ${vector}::bytea)`),
    sql`, `,
  );
  await tx.execute(
    sql`update ${chunks} set vector = given.vector from (values ${values}) as given(id, vector) where ${chunks.id} = given.id`,
  );
}

export async function insertDocumentTables(
  tx: Tx,
  rows: (typeof documentTables.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(documentTables).values(rows);
}

export async function insertCoverages(
  tx: SystemTx,
  rows: (typeof documentCoverages.$inferInsert)[],
): Promise<void> {
  await tx.insert(documentCoverages).values(rows).onConflictDoNothing();
}

export async function findCoverage(tx: Tx, { id, activeVersion }: Pick<DocumentRow, 'id' | 'activeVersion'>) {
  const [row] = await tx
    .select()
    .from(documentCoverages)
    .where(and(eq(documentCoverages.documentId, id), eq(documentCoverages.version, activeVersion)));
  return row;
}

/** Deletes what parses of a document made beside its chunks: those of one version, or all others. */
export async function deleteParseResults(
  tx: SystemTx,
  documentId: string,
  which: { version: number } | { otherThan: number },
): Promise<void> {
  const versionsOf = (column: AnyPgColumn) =>
    'version' in which ? eq(column, which.version) : ne(column, which.otherThan);
  await tx
    .delete(documentTables)
    .where(and(eq(documentTables.documentId, documentId), versionsOf(documentTables.version)));
  await tx
    .delete(documentCoverages)
    .where(and(eq(documentCoverages.documentId, documentId), versionsOf(documentCoverages.version)));
  await tx
    .delete(chunkRevisions)
    .where(and(eq(chunkRevisions.documentId, documentId), versionsOf(chunkRevisions.version)));
}

/** Puts the given vectors (`chunk_id`, `vector`) into the chunks of a base, and takes theirs from all others. */
export async function replaceVectorsOf(tx: SystemTx, knowledgeBaseId: string, vectors: SQL): Promise<void> {
  await tx.execute(sql`
    update ${chunks} set vector = made.vector from (${vectors}) as made
    where ${chunks.knowledgeBaseId} = ${knowledgeBaseId} and made.chunk_id = ${chunks.id}`);
  await tx.execute(sql`
    update ${chunks} set vector = null where ${chunks.vector} is not null
      and ${chunks.documentId} in (select id from ${documents} where knowledge_base_id = ${knowledgeBaseId})
      and not exists (select 1 from (${vectors}) as made where made.chunk_id = ${chunks.id})`);
}
