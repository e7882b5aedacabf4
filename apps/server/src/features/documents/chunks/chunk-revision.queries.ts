import { and, arrayOverlaps, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Authorized } from '../../../platform/authorized.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import type { DocumentRow } from '../document.table.ts';
import { type ChunkRevisionRow, chunkRevisions } from './chunk-revision.table.ts';

/** Changes of a document's chunks that can be undone; older ones are forgotten. */
const mostRevisions = 200;

type OfVersion = Pick<DocumentRow, 'id' | 'activeVersion'>;

function ofVersion({ id, activeVersion }: OfVersion) {
  return and(eq(chunkRevisions.documentId, id), eq(chunkRevisions.version, activeVersion));
}

export async function insertChunkRevision(
  tx: Tx,
  _base: Authorized<KnowledgeBaseRow, 'update'>,
  values: typeof chunkRevisions.$inferInsert,
): Promise<void> {
  await tx.insert(chunkRevisions).values(values);
  const kept = tx
    .select({ id: chunkRevisions.id })
    .from(chunkRevisions)
    .where(eq(chunkRevisions.documentId, values.documentId))
    .orderBy(desc(chunkRevisions.id))
    .limit(mostRevisions);
  await tx
    .delete(chunkRevisions)
    .where(and(eq(chunkRevisions.documentId, values.documentId), sql`${chunkRevisions.id} not in (${kept})`));
}

export async function deleteChunkRevision(
  tx: Tx,
  _base: Authorized<KnowledgeBaseRow, 'update'>,
  id: string,
): Promise<void> {
  await tx.delete(chunkRevisions).where(eq(chunkRevisions.id, id));
}

/** The last change of each of these chunks that can be undone, by chunk. */
export async function findLastRevisions(
  tx: Tx,
  document: OfVersion,
  chunkIds: string[],
): Promise<Map<string, ChunkRevisionRow>> {
  if (chunkIds.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(chunkRevisions)
    .where(and(ofVersion(document), arrayOverlaps(chunkRevisions.chunkIds, chunkIds)))
    .orderBy(chunkRevisions.id);
  return new Map(rows.flatMap((row) => row.chunkIds.map((id) => [id, row] as const)));
}

/** What the last change of each of these chunks was, whichever documents they are of. */
export async function listLastChanges(
  tx: Tx,
  rows: readonly { id: string; documentId: string; version: number }[],
): Promise<Map<string, ChunkRevisionRow['change']>> {
  if (rows.length === 0) return new Map();
  const places = new Map(rows.map(({ id, documentId, version }) => [id, `${documentId} ${version}`]));
  const revisions = await tx
    .select()
    .from(chunkRevisions)
    .where(
      and(
        inArray(chunkRevisions.documentId, [...new Set(rows.map(({ documentId }) => documentId))]),
        arrayOverlaps(chunkRevisions.chunkIds, [...places.keys()]),
      ),
    )
    .orderBy(chunkRevisions.id);
  return new Map(
    revisions.flatMap(({ change, chunkIds, documentId, version }) =>
      chunkIds
        .filter((id) => places.get(id) === `${documentId} ${version}`)
        .map((id) => [id, change] as const),
    ),
  );
}
