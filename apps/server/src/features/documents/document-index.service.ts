import { setImmediate } from 'node:timers/promises';
import type { EmbeddingModel } from '@lectern/models';
import { analyzeChunk, type ChunkToIndex, type IndexedChunk, prepareChunks } from '@lectern/retrieval';
import type { ChunkRow } from '../chunks/chunk.table.ts';
import type { DocumentRow } from './document.table.ts';

/** Little-endian float32, as the column keeps it. */
export function packVector(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

function unpackVector(bytes: Buffer): Float32Array {
  // A copy, since a driver's buffer need not lie on a multiple of four.
  return new Float32Array(new Uint8Array(bytes).buffer);
}

/** A chunk with all that is searched: its text under the document's title, or its name without the extension. */
export function toIndex(
  document: Pick<DocumentRow, 'id' | 'name' | 'title'>,
  chunk: Pick<ChunkRow, 'id' | 'text' | 'headingPath' | 'keywords'>,
): ChunkToIndex {
  return {
    id: chunk.id,
    documentId: document.id,
    text: chunk.text,
    title: document.title ?? document.name.replace(/\.[^.]+$/, ''),
    headings: chunk.headingPath,
    extra: chunk.keywords,
  };
}

/** Some milliseconds of analysis, after which the process looks to its other callers. */
const chunksAtOnce = 16;

/** What the index holds of rows whose vectors are known; rows without one are left out. */
export async function indexFromRows(
  document: Pick<DocumentRow, 'id' | 'name' | 'title'>,
  rows: ChunkRow[],
): Promise<IndexedChunk[]> {
  const indexed: IndexedChunk[] = [];
  for (const [n, row] of rows.entries()) {
    if (n % chunksAtOnce === 0) await setImmediate();
    if (row.vector)
      indexed.push({
        id: row.id,
        documentId: document.id,
        ...analyzeChunk(toIndex(document, row)),
        vector: unpackVector(row.vector),
      });
  }
  return indexed;
}

/** One chunk with its vector, for edits by hand. */
export async function embedChunk(
  chunk: ChunkToIndex,
  options: { embeddingModel: EmbeddingModel; folderWeight: number; signal?: AbortSignal },
) {
  const { chunks, usage } = await prepareChunks([chunk], options);
  const [prepared] = chunks;
  if (!prepared) throw new Error('One chunk in, one chunk out');
  return { prepared, usage };
}
