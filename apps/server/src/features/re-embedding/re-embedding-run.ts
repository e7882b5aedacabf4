import type { ReEmbeddingStage } from '@lectern/contract';
import { and, eq, sql } from 'drizzle-orm';
import { newId, type Tx } from '../../platform/database/database.ts';
import { RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { readCompanyState } from '../companies/company-state.service.ts';
import { indexTable } from '../knowledge-bases/index-table.service.ts';
import { findLivingBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { type ReEmbeddingRow, reEmbeddings } from './re-embedding.table.ts';

export type ReEmbeddingId = { companyId: string; knowledgeBaseId: string; wanted: number };

/** It was cancelled, its base deleted, or another process took over: the job ends without a word. */
export class ReEmbeddingVoid extends Error {}

/** A run that said nothing for so long is dead, and another takes over. */
const deadAfterMs = 15_000;
const lookEveryMs = 1_000;
const writeEveryMs = 400;
const disabledCompanySeconds = 60;

/** One run of embedding anew: what it works on, and how it writes. */
export type ReEmbeddingRun = {
  platform: Platform;
  companyId: string;
  base: KnowledgeBaseRow;
  target: Pick<ReEmbeddingRow, 'embeddingModelId' | 'folderWeight' | 'generation'>;
  /** Of the index: the one that is made. */
  table: string;
  runId: string;
  signal: AbortSignal;
  /** Runs `work` only while this run is the one that may write. */
  write: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** Cheap enough to be called for every document. */
  report: (stage: ReEmbeddingStage, done: number, total: number) => Promise<void>;
  stop: () => void;
};

/** Share of the whole that is done when a stage begins and ends, in percent. */
const shares: Record<ReEmbeddingStage, [number, number]> = {
  embedding: [0, 80],
  indexing: [80, 94],
  catching_up: [94, 97],
  swapping: [97, 100],
};

export async function lockReEmbedding(tx: Tx, knowledgeBaseId: string): Promise<ReEmbeddingRow | undefined> {
  const [row] = await tx
    .select()
    .from(reEmbeddings)
    .where(eq(reEmbeddings.knowledgeBaseId, knowledgeBaseId))
    .for('update');
  return row;
}

/** Takes it up; undefined where there is nothing (more) to do. */
export async function openReEmbeddingRun(
  platform: Platform,
  { companyId, knowledgeBaseId, wanted }: ReEmbeddingId,
  outer: AbortSignal,
): Promise<ReEmbeddingRun | undefined> {
  const { database, log } = platform;
  const runId = newId();
  const taken = await database.withCompany(companyId, async (tx) => {
    const company = await readCompanyState(tx, companyId);
    const base = await findLivingBase(tx, knowledgeBaseId);
    const row = await lockReEmbedding(tx, knowledgeBaseId);
    const isWanted = row && row.wanted === wanted && ['queued', 'building'].includes(row.state);
    if (company === 'gone' || !base || !isWanted) return undefined;
    if (company === 'disabled') throw new RetryLater(disabledCompanySeconds);
    if (row.runId && Date.now() - (row.aliveAt?.getTime() ?? 0) < deadAfterMs) throw new RetryLater(3);
    await tx
      .update(reEmbeddings)
      .set({ state: 'building', runId, aliveAt: new Date(), errorCode: null, errorDetail: null })
      .where(eq(reEmbeddings.knowledgeBaseId, knowledgeBaseId));
    return { base, target: row };
  });
  if (!taken) return undefined;

  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, outer]);
  const ours = and(eq(reEmbeddings.knowledgeBaseId, knowledgeBaseId), eq(reEmbeddings.runId, runId));
  const look = setInterval(() => {
    database
      .withCompany(companyId, async (tx) => {
        const alive = await tx
          .update(reEmbeddings)
          .set({ aliveAt: new Date() })
          .where(and(ours, eq(reEmbeddings.state, 'building')))
          .returning({ id: reEmbeddings.knowledgeBaseId });
        const company = await readCompanyState(tx, companyId);
        if (alive.length === 0 || company === 'gone' || !(await findLivingBase(tx, knowledgeBaseId)))
          controller.abort(new ReEmbeddingVoid());
        else if (company === 'disabled') controller.abort(new RetryLater(disabledCompanySeconds));
      })
      .catch((error) => log.warn({ event: 're_embedding.look_failed', reason: String(error) }));
  }, lookEveryMs);

  let lastReport = 0;
  let lastStage: ReEmbeddingStage | undefined;
  return {
    platform,
    companyId,
    ...taken,
    runId,
    table: indexTable({ id: knowledgeBaseId, generation: taken.target.generation }),
    signal,
    write: async (work) => {
      signal.throwIfAborted();
      return database.withCompany(companyId, async (tx) => {
        if ((await lockReEmbedding(tx, knowledgeBaseId))?.runId !== runId) throw new ReEmbeddingVoid();
        return work(tx);
      });
    },
    report: async (stage, done, total) => {
      signal.throwIfAborted();
      const isNew = stage !== lastStage || done >= total;
      if (!isNew && Date.now() - lastReport < writeEveryMs) return;
      lastStage = stage;
      lastReport = Date.now();
      const [from, to] = shares[stage];
      const percent = from + (total > 0 ? ((to - from) * Math.min(done, total)) / total : 0);
      await database.withCompany(companyId, (tx) =>
        tx
          .update(reEmbeddings)
          .set({
            stage,
            percent,
            ...(stage === 'embedding' ? { embeddedChunks: done, totalChunks: total } : {}),
          })
          .where(ours),
      );
    },
    stop: () => clearInterval(look),
  };
}

/** Lets go of what is to be gone on with later, by whomever. */
export async function releaseReEmbeddingRun(run: ReEmbeddingRun): Promise<void> {
  await run.platform.database.withCompany(run.companyId, (tx) =>
    tx
      .update(reEmbeddings)
      .set({
        runId: null,
        state: sql`case when ${reEmbeddings.state} = 'building' then 'queued' else ${reEmbeddings.state} end`,
      })
      .where(
        and(
          eq(reEmbeddings.knowledgeBaseId, run.base.id),
          eq(reEmbeddings.generation, run.target.generation),
        ),
      ),
  );
}
