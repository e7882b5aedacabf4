import type { TokenUsage } from '@lectern/models';
import { embedChunks } from '@lectern/retrieval';
import { and, asc, count, isNull, sql } from 'drizzle-orm';
import { setChunkVectors } from '../../documents/chunks/chunk.queries.ts';
import { chunks } from '../../documents/chunks/chunk.table.ts';
import { embeddingBatch, packVector, toIndex } from '../../indexing/document-index.service.ts';
import { openEmbedding } from '../../models/model.service.ts';
import { recordModelCall } from '../../usage/usage.service.ts';
import { progressMessage, withoutMeaningMessage } from '../parse-progress.ts';
import { checkGeneration, type ParseRun, reload, say, searchable } from '../parse-run.ts';

/** Embeds every searchable chunk that has no vector yet. */
export async function embedDocument(run: ParseRun): Promise<void> {
  const { platform, parse, follower } = run;
  const opened = await platform.database.withCompany(parse.companyId, async (tx) =>
    openEmbedding(platform, tx, (await reload(tx, run)).base.embeddingModelId),
  );
  await follower.enter('embedding', progressMessage('parse.embedding', { model: opened.name }));
  const stop = platform.metrics.parseSeconds.startTimer({ stage: 'embedding' });
  await embedMissing(run, (done, total) => follower.report('embedding', done, total));
  stop();
}

/** Embeds chunks without a vector, within any stage. */
export async function embedMissing(
  run: ParseRun,
  onProgress?: (done: number, total: number) => void,
): Promise<void> {
  const { platform, parse, follower } = run;
  const { document, base, opened } = await platform.database.withCompany(parse.companyId, async (tx) => {
    const fresh = await reload(tx, run);
    return { ...fresh, opened: await openEmbedding(platform, tx, fresh.base.embeddingModelId) };
  });
  const { total, missing } = await countVectors(run);
  let done = total - missing;
  let withoutMeaning = 0;
  while (true) {
    follower.signal.throwIfAborted();
    const batch = await platform.database.withCompany(parse.companyId, (tx) =>
      tx
        .select()
        .from(chunks)
        .where(and(searchable(parse), isNull(chunks.vector)))
        .orderBy(asc(chunks.ordinal))
        .limit(embeddingBatch),
    );
    if (batch.length === 0) break;
    const started = performance.now();
    const embedded = await embedChunks(
      batch.map((row) => toIndex(document, row)),
      { embeddingModel: opened.model, folderWeight: base.folderWeight, signal: follower.signal },
    );
    const { vectors, usage } = embedded;
    withoutMeaning += embedded.withoutMeaning;
    await keepVectors(
      run,
      batch.map(({ id }, i) => ({ id, vector: vectors[i] as Float32Array })),
      {
        modelId: opened.id,
        modelName: opened.name,
        // The first chunk names the batch: after a crash it begins at the same one.
        operationId: embeddingOperation(run, batch[0]?.ordinal ?? 0),
        usage,
        durationMs: Math.round(performance.now() - started),
      },
    );
    done += batch.length;
    onProgress?.(done, total);
  }
  if (withoutMeaning > 0) await say(run, withoutMeaningMessage(withoutMeaning));
}

function embeddingOperation({ parse, base }: ParseRun, first: number): string {
  const { documentId, version } = parse;
  // If the knowledge base is re-embedded meanwhile, the chunks are also paid for with the new model.
  const generation = base.generation === 0 ? '' : `:${base.generation}`;
  return `embedding:${documentId}:${version}:${first}${generation}`;
}

async function countVectors({ platform, parse }: ParseRun): Promise<{ total: number; missing: number }> {
  return platform.database.withCompany(parse.companyId, async (tx) => {
    const [row] = await tx
      .select({
        total: count(),
        missing: sql<number>`count(*) filter (where ${chunks.vector} is null)`.mapWith(Number),
      })
      .from(chunks)
      .where(searchable(parse));
    return row ?? { total: 0, missing: 0 };
  });
}

async function keepVectors(
  run: ParseRun,
  made: { id: string; vector: Float32Array }[],
  call: { modelId: string; modelName: string; operationId: string; usage: TokenUsage; durationMs: number },
): Promise<void> {
  const { platform, parse, found } = run;
  await platform.database.withCompany(parse.companyId, async (tx) => {
    await checkGeneration(tx, run);
    await setChunkVectors(
      tx,
      made.map(({ id, vector }) => ({ id, vector: packVector(vector) })),
    );
    await recordModelCall(tx, 'embedding', {
      operationId: call.operationId,
      companyId: parse.companyId,
      accountId: found.file.ownerId,
      source: 'ingest',
      modelId: call.modelId,
      modelName: call.modelName,
      embeddingTokens: call.usage.promptTokens,
      estimated: call.usage.estimated ?? false,
      durationMs: call.durationMs,
    });
  });
}
