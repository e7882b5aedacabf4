import { asFailure, type Failure } from '../../platform/jobs/failure.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { failedRun, failureColumns } from '../../platform/runs/columns.ts';
import { clearGeneration } from './clear-re-embedding.service.ts';
import { documentsToWrite, indexDocumentAnew, measureFound, reEmbedDocument } from './re-embed-chunks.ts';
import { findReEmbedding, updateQueuedReEmbedding } from './re-embedding.queries.ts';
import type { ReEmbeddingRow } from './re-embedding.table.ts';
import { openReEmbeddingRun, type ReEmbeddingId, type ReEmbeddingRun } from './re-embedding-run.ts';
import { swapGeneration } from './swap-generation.ts';

/**
 * Embeds every chunk of a base again into an index of its own, next to the one that answers, and lets the new one answer
 * once it holds all that the rows say. What is made is kept at once: killed at any line and run again, it ends the same
 * and pays once.
 */
export function reEmbedJob(platform: Platform): Job<ReEmbeddingId> {
  const { database } = platform;

  async function run(job: ReEmbeddingId, outer: AbortSignal): Promise<void> {
    const taken = await openReEmbeddingRun(platform, job, outer);
    await taken?.carryOut(() => takeSteps(taken), {
      onObsolete: () => clearGeneration(platform, { ...job, generation: taken.target.generation }),
      onFailure: (error) => settleFailure(job, error),
    });
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

  /** The previous index stays in use. */
  async function settleFailure(job: ReEmbeddingId, error: unknown): Promise<void> {
    const failure = await asFailure(platform, error, {
      findLastProgress: () =>
        database.withCompany(
          job.companyId,
          async (tx) => (await findReEmbedding(tx, job.knowledgeBaseId))?.progressAt,
        ),
      onWait: (why) => writeReason(job, why, {}),
    });
    if (!failure) throw error;
    await fail(job, failure);
  }

  function fail(job: ReEmbeddingId, failure: Failure) {
    return writeReason(job, failure, failedRun(failure));
  }

  /** Records why it waits or, with `changes`, why it failed. */
  async function writeReason(job: ReEmbeddingId, failure: Failure, changes: Partial<ReEmbeddingRow>) {
    await database.withCompany(job.companyId, (tx) =>
      updateQueuedReEmbedding(tx, job, { ...changes, ...failureColumns(failure) }),
    );
  }

  return {
    // One that takes hours must not keep other companies waiting.
    concurrency: () => 2,
    companyConcurrency: 1,
    run,
    onFailed: (job) => fail(job, { code: 'server.error' }),
  };
}
