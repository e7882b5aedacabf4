import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ChunkIndex } from '@lectern/retrieval';
import type { LanceChunkIndexOptions } from './lancedb.ts';

export type { LanceChunkIndexOptions } from './lancedb.ts';
export type { NamedLock } from './table-lock.ts';

/**
 * Grows when rows, index terms or profiles change their form. It is part of the place, so that an index of another form
 * is not found and is built again from the database.
 */
const chunkIndexFormat = 2;

/** Names the engine and the form of its rows: what was built in another form is built again. */
export const chunkIndexForm = `lancedb/${chunkIndexFormat}`;

/** Where an index of this form is, in a local folder or under the start of an address. */
export function chunkIndexPlace(folder: string): string {
  return `${folder}/format-${chunkIndexFormat}`;
}

/** Nothing reads an index of an earlier form again. */
export async function removeEarlierFormats(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const earlier = names.filter((name) => Number(/^format-(\d+)$/.exec(name)?.[1]) < chunkIndexFormat);
  await Promise.all(earlier.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

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
