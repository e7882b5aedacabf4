import {
  AppError,
  type BodyOf,
  type estimateReEmbedding,
  type Language,
  type ReEmbedding,
  type startReEmbedding,
} from '@lectern/contract';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { isActive, queuedRun, type RunState } from '../../platform/runs/columns.ts';
import { presentRunError } from '../../platform/runs/present-run.ts';
import { embeddingBatch } from '../indexing/document-index.service.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { checkModel, openEmbedding } from '../models/model.service.ts';
import { models } from '../models/model.table.ts';
import { runsHere } from '../models/present-model.ts';
import { isRowId } from '../usage/usage.service.ts';
import { measureFound } from './re-embed-chunks.ts';
import {
  cancelReEmbedding,
  findReEmbedding,
  lockReEmbedding,
  upsertReEmbedding,
} from './re-embedding.queries.ts';
import type { ReEmbeddingRow } from './re-embedding.table.ts';

/** Estimate for title and headings, which are embedded with the chunks: many chunks share theirs. */
const headerTokens = 12;

/** The API's names of states. */
const reEmbeddingStates = {
  queued: 'queued',
  running: 'building',
  finished: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
} as const satisfies Record<RunState, ReEmbedding['state']>;

function present(knowledgeBaseId: string, row: ReEmbeddingRow | undefined, language: Language): ReEmbedding {
  return {
    knowledgeBaseId,
    state: row ? reEmbeddingStates[row.state] : 'none',
    stage: row?.stage ?? null,
    percent: row?.percent ?? 0,
    embeddingModelId: row?.embeddingModelId ?? null,
    folderWeight: row?.folderWeight ?? null,
    embeddedChunks: row?.embeddedChunks ?? 0,
    totalChunks: row?.totalChunks ?? 0,
    error: presentRunError(row, language),
    startedAt: row?.startedAt.toISOString() ?? null,
    finishedAt: row?.finishedAt?.toISOString() ?? null,
  };
}

export function readReEmbedding(
  { database }: Platform,
  actor: Actor,
  baseId: string,
  language: Language,
): Promise<ReEmbedding> {
  return database.withActor(actor, async (tx) => {
    const { id } = await loadKnowledgeBase(tx, actor, 'read', baseId);
    return present(id, await findReEmbedding(tx, id), language);
  });
}

export function estimateWork(
  platform: Platform,
  actor: Actor,
  baseId: string,
  { embeddingModelId }: BodyOf<typeof estimateReEmbedding>,
) {
  return platform.database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', baseId);
    await checkModel(tx, embeddingModelId, 'embedding');
    const { chunks, tokens } = await measureFound(tx, base.id);
    const opened = await openEmbedding(platform, tx, embeddingModelId);
    const [row] = isRowId(opened.id) ? await tx.select().from(models).where(eq(models.id, opened.id)) : [];
    const promptTokens = tokens + chunks * headerTokens;
    const price = row?.inputPrice ?? null;
    return {
      chunks,
      work: {
        work: 'embedding' as const,
        modelName: opened.name,
        builtIn: row === undefined || runsHere(row),
        calls: Math.ceil(chunks / embeddingBatch),
        promptTokens,
        completionTokens: 0,
        cost: price === null ? null : (price * promptTokens) / 1_000_000,
      },
      currency: platform.config.currency,
    };
  });
}

/** Queues a re-embedding. A failed one to the same model continues where it stopped. */
export function begin(
  { database, jobs }: Platform,
  actor: Actor,
  baseId: string,
  { embeddingModelId, folderWeight: wish }: BodyOf<typeof startReEmbedding>,
  language: Language,
): Promise<ReEmbedding> {
  return database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', baseId);
    await checkModel(tx, embeddingModelId, 'embedding');
    const folderWeight = wish ?? base.folderWeight;
    const place = { companyId: base.companyId, knowledgeBaseId: base.id };
    const before = await lockReEmbedding(tx, base.id);
    const failed = before?.state === 'failed' ? before : undefined;
    const goesOn = failed?.embeddingModelId === embeddingModelId && failed.folderWeight === folderWeight;
    const generation = goesOn ? failed.generation : Math.max(base.generation, before?.generation ?? 0) + 1;
    const requestedVersion = (before?.requestedVersion ?? 0) + 1;
    const row = await upsertReEmbedding(tx, base, {
      ...queuedRun(),
      embeddingModelId,
      folderWeight,
      generation,
      requestedVersion,
      startedAt: new Date(),
      progressAt: new Date(),
      ...(goesOn ? {} : { percent: 0, embeddedChunks: 0, totalChunks: 0 }),
    });
    if (!row) throw new AppError('re_embedding.running');
    if (failed && !goesOn)
      await jobs.enqueue(tx, 're-embedding.clear', { ...place, generation: failed.generation });
    await jobs.enqueue(tx, 're-embedding.build', { ...place, version: requestedVersion });
    return present(base.id, row, language);
  });
}

/** Takes effect immediately: the attempt notices within a second, and a job that waits is obsolete. */
export function cancel(
  { database, jobs }: Platform,
  actor: Actor,
  baseId: string,
  language: Language,
): Promise<ReEmbedding> {
  return database.withActor(actor, async (tx) => {
    const base = await loadKnowledgeBase(tx, actor, 'update', baseId);
    const before = await lockReEmbedding(tx, base.id);
    if (!before || !(isActive(before) || before.state === 'failed'))
      throw new AppError('re_embedding.not_running');
    const row = await cancelReEmbedding(tx, base);
    await jobs.enqueue(tx, 're-embedding.clear', {
      companyId: base.companyId,
      knowledgeBaseId: base.id,
      generation: before.generation,
    });
    return present(base.id, row, language);
  });
}
