import { setImmediate } from 'node:timers/promises';
import {
  analyzeChunk,
  type ChunkToIndex,
  type EmbedOptions,
  embedChunks,
  type IndexedChunk,
} from '@lectern/retrieval';
import { and, asc, eq, gt, isNotNull, ne, type SQL } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { type ChunkRow, chunks } from '../documents/chunks/chunk.table.ts';
import type { DocumentRow } from '../documents/document.table.ts';
import { files } from '../file-storage/file.table.ts';
import { readPath } from '../file-storage/folder.queries.ts';

/** Little-endian float32, as the column keeps it. */
export function packVector(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

export function unpackVector(bytes: Buffer): Float32Array {
  // A copy, since a driver's buffer need not lie on a multiple of four.
  return new Float32Array(new Uint8Array(bytes).buffer);
}

type SearchedDocument = Pick<DocumentRow, 'id' | 'name' | 'title' | 'firstPageText'> & {
  /** Folders of its file in the file manager, `/` between them. */
  path: string;
};

/** The document with its current folders: the index keeps them until the document is indexed again. */
export async function withPath<Row extends Pick<DocumentRow, 'fileId'>>(
  tx: Tx,
  document: Row,
): Promise<Row & { path: string }> {
  const [file] = await tx
    .select({ folderId: files.folderId })
    .from(files)
    .where(eq(files.id, document.fileId));
  const folders = await readPath(tx, file?.folderId ?? null);
  return { ...document, path: folders.map(({ name }) => name).join('/') };
}

/** A chunk with all that is searched: its text under the document's title, or its name without the extension. */
export function toIndex(
  document: SearchedDocument,
  chunk: Pick<ChunkRow, 'id' | 'kind' | 'text' | 'headingPath' | 'keywords' | 'questions'>,
): ChunkToIndex {
  return {
    id: chunk.id,
    documentId: document.id,
    text: chunk.text,
    title: document.title ?? document.name.replace(/\.[^.]+$/, ''),
    path: document.path,
    headings: chunk.headingPath,
    questions: chunk.questions,
    isPair: chunk.kind === 'question_answer',
    extra: chunk.keywords,
    ...(document.firstPageText ? { background: document.firstPageText } : {}),
  };
}

/** Some milliseconds of analysis, after which the process looks to its other callers. */
const chunksAtOnce = 16;
/** Chunks that are embedded and kept in one go: what a killed process loses at most, and all that is in memory. */
export const embeddingBatch = 128;
/** Rows that are in memory at a time, however large the document is. */
export const indexBatchRows = 1_000;

/** The index entries of rows that have a vector; others are left out. */
export async function indexFromRows(document: SearchedDocument, rows: ChunkRow[]): Promise<IndexedChunk[]> {
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

/** The document's chunks as the index holds them, in batches; `which` names the rows. A map of contents is none. */
export async function* readIndexed(
  { database }: Platform,
  document: SearchedDocument & Pick<DocumentRow, 'companyId'>,
  which: SQL,
): AsyncGenerator<IndexedChunk[]> {
  let last = -1;
  while (true) {
    const rows = await database.withCompany(document.companyId, (tx) =>
      tx
        .select()
        .from(chunks)
        .where(and(which, ne(chunks.kind, 'contents'), isNotNull(chunks.vector), gt(chunks.ordinal, last)))
        .orderBy(asc(chunks.ordinal))
        .limit(indexBatchRows),
    );
    if (rows.length > 0) yield await indexFromRows(document, rows);
    if (rows.length < indexBatchRows) return;
    last = rows.at(-1)?.ordinal ?? last;
  }
}

type IndexWriting = {
  /** Told how many chunks are written so far. */
  onBatch?: (done: number) => void;
  /** Makes the new chunks count, while a search still finds the old ones too. */
  publish?: () => Promise<void>;
};

/** Writes what `readIndexed` gives of a document; a small one in one go, so that a search never sees half of it. */
export async function writeIndexed(
  { index }: Platform,
  { table, documentId }: { table: string; documentId: string },
  batches: AsyncGenerator<IndexedChunk[]>,
  { onBatch, publish }: IndexWriting = {},
): Promise<number> {
  const first = (await batches.next()).value ?? [];
  const [sample] = first;
  if (!sample) {
    await publish?.();
    if (await index.findState(table)) await index.deleteDocuments(table, [documentId]);
    return 0;
  }
  await index.create(table, { dimensions: sample.vector.length });
  if (first.length < indexBatchRows) {
    await index.upsertDocument(table, documentId, first, publish);
    return first.length;
  }
  let count = 0;
  async function* all() {
    for (let batch: IndexedChunk[] | undefined = first; batch; batch = (await batches.next()).value) {
      yield batch;
      count += batch.length;
      onBatch?.(count);
    }
  }
  await index.upsertDocument(table, documentId, all(), publish);
  return count;
}

/** One chunk as the index holds it, for edits by hand. */
export async function embedChunk(chunk: ChunkToIndex, options: EmbedOptions) {
  const { vectors, usage } = await embedChunks([chunk], options);
  const [vector] = vectors;
  if (!vector) throw new Error('One chunk in, one vector out');
  const prepared = { id: chunk.id, documentId: chunk.documentId, ...analyzeChunk(chunk), vector };
  return { prepared, usage };
}
