import { embedChunks } from '@lectern/retrieval';
import { and, asc, isNull, ne, type SQL } from 'drizzle-orm';
import { setChunkVectors } from '../documents/chunks/chunk.queries.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { packVector, toIndex } from '../indexing/document-index.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { openEmbedding } from '../models/model.service.ts';
import { recordModelCall } from '../usage/usage.service.ts';
import type { ArchiveRun } from './archive-run.ts';

/** Chunks that are embedded and kept in one go: what a killed process loses at most. */
const batchSize = 128;

/** Gives imported chunks that have no vector one; each batch is kept, and booked, as it comes. */
export async function embedImported(
  { platform, task, signal, write }: ArchiveRun,
  base: KnowledgeBaseRow,
  document: Parameters<typeof toIndex>[0],
  which: SQL,
): Promise<void> {
  const { companyId } = task;
  const opened = await platform.database.withCompany(companyId, (tx) =>
    openEmbedding(platform, tx, base.embeddingModelId),
  );
  for (;;) {
    signal.throwIfAborted();
    const batch = await platform.database.withCompany(companyId, (tx) =>
      tx
        .select()
        .from(chunks)
        .where(and(which, ne(chunks.kind, 'contents'), isNull(chunks.vector)))
        .orderBy(asc(chunks.ordinal))
        .limit(batchSize),
    );
    if (batch.length === 0) return;
    const started = performance.now();
    const { vectors, usage } = await embedChunks(
      batch.map((row) => toIndex(document, row)),
      { embeddingModel: opened.model, folderWeight: base.folderWeight, signal },
    );
    await write(async (tx) => {
      await setChunkVectors(
        tx,
        batch.map(({ id }, n) => ({ id, vector: packVector(vectors[n] as Float32Array) })),
      );
      await recordModelCall(tx, 'embedding', {
        // The first chunk names the batch: after a crash it begins at the same one.
        operationId: `embedding:${document.id}:imported:${batch[0]?.ordinal ?? 0}`,
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
}
