import type { ChunkIndex } from '@lectern/retrieval';
import type { LanceChunkIndexOptions } from './lancedb.ts';

export type { LanceChunkIndexOptions } from './lancedb.ts';
export type { NamedLock } from './table-lock.ts';

/**
 * Grows when rows, index terms or profiles change their form. It is part of the place, so that an index of another form
 * is not found and is built again from the database.
 */
export const chunkIndexFormat = 1;

/**
 * The chunk index on LanceDB, in a local folder or on S3. The engine's library (180 MB) is loaded by this call, not by
 * the import, so that a process that never searches starts without it.
 */
export async function openLanceChunkIndex(options: LanceChunkIndexOptions): Promise<ChunkIndex> {
  // At its own level the engine writes hundreds of lines past our log at each round of maintenance.
  process.env.LANCEDB_LOG ??= 'error';
  const { createLanceChunkIndex } = await import('./lancedb.ts');
  return createLanceChunkIndex(options);
}
