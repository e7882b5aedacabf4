import { type SQL, sql } from 'drizzle-orm';

/** Whether a chunk counts: of the version of its document that answers, and of no deleted document. */
export function isActiveChunk(chunkId: SQL, options: { enabled?: true } = {}): SQL {
  const enabled = options.enabled ? sql`and living_chunk.enabled and living_document.enabled` : sql``;
  return sql`exists (select 1 from chunks as living_chunk join documents as living_document
    on living_document.id = living_chunk.document_id and living_document.active_version = living_chunk.version
    where living_chunk.id = ${chunkId} and living_document.deleted_at is null ${enabled})`;
}

/** Whether all chunks of a list count: what was written over them says nothing of one that is gone. */
export function hasActiveChunks(chunkIds: SQL, options: { enabled?: true } = {}): SQL {
  return sql`not exists (select 1 from unnest(${chunkIds}) as resting(id) where not ${isActiveChunk(sql`resting.id`, options)})`;
}
