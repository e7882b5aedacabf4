import { createHash } from 'node:crypto';
import { embedChunks, type IndexedChunk } from '@lectern/retrieval';
import { and, asc, count, eq, gt, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { noError } from '../../platform/runs/columns.ts';
import { type ChunkRow, chunks } from '../documents/chunks/chunk.table.ts';
import { type DocumentRow, documents } from '../documents/document.table.ts';
import {
  embeddingBatch,
  indexBatchRows,
  indexFromRows,
  toIndex,
  withPath,
  writeIndexed,
} from '../indexing/document-index.service.ts';
import { openEmbedding } from '../models/model.service.ts';
import { recordModelCall } from '../usage/usage.service.ts';
import { replaceFingerprint, updateReEmbedding, upsertVectors } from './re-embedding.queries.ts';
import { reEmbeddedChunks, reEmbeddedDocuments } from './re-embedding.table.ts';
import type { ReEmbeddingRun } from './re-embedding-run.ts';

/** What of a chunk a person may edit and a model embeds: the same words need no new vector. */
const sourceOfChunk: SQL<string> = sql<string>`md5(jsonb_build_array(${chunks.text}, ${chunks.keywords}, ${chunks.questions})::text)`;

/** Chunks that are found: those of the version that answers, with a vector. */
const found = and(
  eq(chunks.documentId, documents.id),
  eq(chunks.version, documents.activeVersion),
  isNull(documents.deletedAt),
  ne(chunks.kind, 'contents'),
  isNotNull(chunks.vector),
);

/** `chunks` 0: the document is gone, and the new index still holds it. */
export type DocumentToWrite = { documentId: string; chunks: number };

/** Documents of which the new index does not hold what the rows say now. */
export async function documentsToWrite(tx: Tx, { base, target }: ReEmbeddingRun): Promise<DocumentToWrite[]> {
  const { rows } = await tx.execute<{ document_id: string; chunks: number }>(sql`
    select document_id, coalesce(said.chunks, 0) as chunks from (
      select ${chunks.documentId} as document_id, count(*)::int as chunks,
             md5(string_agg(${chunks.id}::text || ${sourceOfChunk}, ',' order by ${chunks.ordinal})) as fingerprint
      from ${chunks} join ${documents} on ${found}
      where ${documents.knowledgeBaseId} = ${base.id} group by ${chunks.documentId}) as said
    full join (
      select document_id, fingerprint from ${reEmbeddedDocuments}
      where knowledge_base_id = ${base.id} and generation = ${target.generation}) as held using (document_id)
    where said.fingerprint is distinct from held.fingerprint order by document_id`);
  return rows.map((row) => ({ documentId: row.document_id, chunks: row.chunks }));
}

/** Chunks of a base that are found, and their tokens. */
export async function measureFound(tx: Tx, baseId: string): Promise<{ chunks: number; tokens: number }> {
  const [row] = await tx
    .select({ chunks: count(), tokens: sql<number>`coalesce(sum(${chunks.tokens}), 0)`.mapWith(Number) })
    .from(chunks)
    .innerJoin(documents, found)
    .where(eq(documents.knowledgeBaseId, baseId));
  return row ?? { chunks: 0, tokens: 0 };
}

/** The chunks of a document in their order, from behind `last`, each with its new vector where it has one. */
function readChunks(
  { platform, companyId, target }: ReEmbeddingRun,
  documentId: string,
  { last, limit, which }: { last: number; limit: number; which?: SQL },
) {
  const own = and(
    eq(reEmbeddedChunks.chunkId, chunks.id),
    eq(reEmbeddedChunks.generation, target.generation),
    eq(reEmbeddedChunks.source, sourceOfChunk),
  );
  return platform.database.withCompany(companyId, (tx) =>
    tx
      .select({ chunk: chunks, source: sourceOfChunk, vector: reEmbeddedChunks.vector })
      .from(chunks)
      .innerJoin(documents, found)
      .leftJoin(reEmbeddedChunks, own)
      .where(and(eq(chunks.documentId, documentId), gt(chunks.ordinal, last), which))
      .orderBy(asc(chunks.ordinal))
      .limit(limit),
  );
}

type SearchedDocument = DocumentRow & { path: string };

function readDocument({ platform, companyId }: ReEmbeddingRun, documentId: string) {
  return platform.database.withCompany(companyId, async (tx): Promise<SearchedDocument | undefined> => {
    const [row] = await tx.select().from(documents).where(eq(documents.id, documentId));
    return row && withPath(tx, row);
  });
}

/** Embeds the chunks of a document that have no new vector yet; each batch is kept and booked at once. */
export async function reEmbedDocument(
  run: ReEmbeddingRun,
  documentId: string,
  onBatch: (chunks: number) => Promise<void>,
): Promise<void> {
  const { platform, companyId, base, target, signal } = run;
  const generation = { companyId, knowledgeBaseId: base.id, generation: target.generation };
  const document = await readDocument(run, documentId);
  if (!document) return;
  let last = -1;
  while (true) {
    signal.throwIfAborted();
    const rows = await readChunks(run, documentId, { last, limit: embeddingBatch });
    last = rows.at(-1)?.chunk.ordinal ?? last;
    const missing = rows.filter(({ vector }) => vector === null);
    const [first] = missing;
    if (first) {
      const opened = await platform.database.withCompany(companyId, (tx) =>
        openEmbedding(platform, tx, target.embeddingModelId),
      );
      const started = performance.now();
      const { vectors, usage } = await embedChunks(
        missing.map(({ chunk }) => toIndex(document, chunk)),
        { embeddingModel: opened.model, folderWeight: target.folderWeight, signal },
      );
      await run.write(async (tx) => {
        await upsertVectors(
          tx,
          generation,
          missing.map(({ chunk, source }, n) => ({
            id: chunk.id,
            source,
            vector: vectors[n] as Float32Array,
          })),
        );
        await updateReEmbedding(tx, base.id, { progressAt: new Date(), ...noError });
        await recordModelCall(tx, 'embedding', {
          // The first chunk and its words name the batch: after a crash it begins at the same one.
          operationId: `re-embedding:${base.id}:${target.generation}:${first.chunk.id}:${first.source}`,
          companyId,
          source: 'ingest',
          modelId: opened.id,
          modelName: opened.name,
          embeddingTokens: usage.promptTokens,
          estimated: usage.estimated ?? false,
          durationMs: Math.round(performance.now() - started),
        });
      });
    }
    if (rows.length > 0) await onBatch(rows.length);
    if (rows.length < embeddingBatch) return;
  }
}

/** Writes into the new index what a document's rows say, and remembers what that was. */
export async function indexDocumentAnew(run: ReEmbeddingRun, documentId: string): Promise<void> {
  const { platform, companyId, base, target, table, signal } = run;
  const document = await readDocument(run, documentId);
  const written: string[] = [];
  async function* batches(): AsyncGenerator<IndexedChunk[]> {
    let last = -1;
    while (document) {
      signal.throwIfAborted();
      const rows = await readChunks(run, documentId, {
        last,
        limit: indexBatchRows,
        which: isNotNull(reEmbeddedChunks.vector),
      });
      const withVectors = rows.map(({ chunk, vector }): ChunkRow => ({ ...chunk, vector }));
      written.push(...rows.map(({ chunk, source }) => chunk.id + source));
      if (rows.length > 0) yield await indexFromRows(document, withVectors);
      if (rows.length < indexBatchRows) return;
      last = rows.at(-1)?.chunk.ordinal ?? last;
    }
  }
  await writeIndexed(platform, { table, documentId }, batches());
  // Of what was written, which need not be what the rows say by now.
  const fingerprint =
    written.length > 0 ? createHash('md5').update(written.join(',')).digest('hex') : undefined;
  const generation = { companyId, knowledgeBaseId: base.id, generation: target.generation };
  await run.write((tx) => replaceFingerprint(tx, generation, { documentId, fingerprint }));
}
