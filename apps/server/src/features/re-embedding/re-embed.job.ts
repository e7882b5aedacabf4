import { AppError, type ErrorCode, errors } from '@lectern/contract';
import { ModelError } from '@lectern/models';
import { and, eq } from 'drizzle-orm';
import { cleanText } from '../../platform/database/clean-text.ts';
import { type JobDefinition, RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { clearGeneration } from './clear-re-embedding.service.ts';
import { documentsToWrite, indexDocumentAnew, measureFound, reEmbedDocument } from './re-embed-chunks.ts';
import { reEmbeddings } from './re-embedding.table.ts';
import {
  openReEmbeddingRun,
  type ReEmbeddingId,
  type ReEmbeddingRun,
  ReEmbeddingVoid,
  releaseReEmbeddingRun,
} from './re-embedding-run.ts';
import { swapGeneration } from './swap-generation.ts';

/** A provider that is down is asked again for so long after the last answer before it fails. */
const patienceMs = 30 * 60_000;
const passingFaults = new Set(['rate_limited', 'circuit_open', 'unreachable', 'timeout', 'server_error']);

/**
 * Embeds every chunk of a base anew into an index of its own, beside the one that answers, and lets the new one answer
 * once it holds all that the rows say. What is made is kept at once: killed at any line and run again, it ends the same
 * and pays once.
 */
export function reEmbedJob(platform: Platform): JobDefinition<ReEmbeddingId> {
  const { database, metrics } = platform;

  async function run(job: ReEmbeddingId, outer: AbortSignal): Promise<void> {
    const taken = await openReEmbeddingRun(platform, job, outer);
    if (!taken) return;
    try {
      await takeSteps(taken);
    } catch (error) {
      const reason = taken.signal.aborted ? taken.signal.reason : error;
      if (reason instanceof ReEmbeddingVoid || error instanceof ReEmbeddingVoid) {
        const { generation } = taken.target;
        await clearGeneration(platform, { ...job, generation });
        return;
      }
      await releaseReEmbeddingRun(taken);
      // Another process takes over what this one must leave.
      if (outer.aborted) throw error;
      if (reason instanceof RetryLater) throw reason;
      await settleFailure(job, error);
    } finally {
      taken.stop();
    }
  }

  async function takeSteps(taken: ReEmbeddingRun): Promise<void> {
    const listed = await listDocuments(taken);
    const { chunks: total } = await database.withCompany(taken.companyId, (tx) =>
      measureFound(tx, taken.base.id),
    );
    let done = Math.max(0, total - listed.reduce((sum, { chunks }) => sum + chunks, 0));
    await taken.report('embedding', done, total);
    for (const { documentId } of listed)
      await reEmbedDocument(taken, documentId, async (chunks) => {
        done += chunks;
        await taken.report('embedding', Math.min(done, total), total);
      });
    for (const [n, { documentId }] of listed.entries()) {
      await taken.report('indexing', n, listed.length);
      await indexDocumentAnew(taken, documentId);
    }
    // Documents came, changed and went meanwhile; each round is shorter than the one before.
    while (!(await trySwap(taken)))
      for (const { documentId } of await listDocuments(taken)) {
        await taken.report('catching_up', 0, 1);
        await reEmbedDocument(taken, documentId, async () => undefined);
        await indexDocumentAnew(taken, documentId);
      }
  }

  function listDocuments(taken: ReEmbeddingRun) {
    return database.withCompany(taken.companyId, (tx) => documentsToWrite(tx, taken));
  }

  /** Looked at first without a lock, so that nobody waits for what is not ready. */
  async function trySwap(taken: ReEmbeddingRun): Promise<boolean> {
    if ((await listDocuments(taken)).length > 0) return false;
    await taken.report('swapping', 0, 1);
    return swapGeneration(taken);
  }

  /** A fault that will pass has it wait; every other ends it with its reason, and the index of before goes on. */
  async function settleFailure(job: ReEmbeddingId, error: unknown): Promise<void> {
    if (error instanceof ModelError) {
      metrics.modelErrors.inc({ kind: error.kind });
      const [row] = await database.withCompany(job.companyId, (tx) =>
        tx
          .select({ progressAt: reEmbeddings.progressAt })
          .from(reEmbeddings)
          .where(eq(reEmbeddings.knowledgeBaseId, job.knowledgeBaseId)),
      );
      const since = row?.progressAt.getTime() ?? 0;
      if (passingFaults.has(error.kind) && Date.now() - since < patienceMs)
        throw new RetryLater((error.retryAfterMs ?? 15_000) / 1000);
      await fail(job, `model.${error.kind}` as ErrorCode, error.detail);
    } else if (error instanceof AppError) await fail(job, error.code);
    else throw error;
  }

  async function fail(
    { companyId, knowledgeBaseId, wanted }: ReEmbeddingId,
    code: ErrorCode,
    detail?: string,
  ) {
    if (!(code in errors)) throw new Error(`No error ${code}`);
    await database.withCompany(companyId, (tx) =>
      tx
        .update(reEmbeddings)
        .set({
          state: 'failed',
          stage: null,
          runId: null,
          errorCode: code,
          errorDetail: detail === undefined ? null : cleanText(detail).slice(0, 500),
          finishedAt: new Date(),
        })
        .where(
          and(
            eq(reEmbeddings.knowledgeBaseId, knowledgeBaseId),
            eq(reEmbeddings.wanted, wanted),
            eq(reEmbeddings.state, 'queued'),
          ),
        ),
    );
  }

  return {
    name: 're-embedding.build',
    // One that takes hours must not keep other companies waiting.
    concurrency: () => 2,
    companyConcurrency: 1,
    run,
    onFailed: (job) => fail(job, 'server.error'),
  };
}
