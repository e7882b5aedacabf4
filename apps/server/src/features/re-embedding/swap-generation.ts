import { and, eq, isNull } from 'drizzle-orm';
import { finishedRun } from '../../platform/runs/columns.ts';
import { JobObsoleteError } from '../../platform/runs/watch-work.ts';
import { lockGeneration } from '../knowledge-bases/index-table.service.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';
import { documentsToWrite, replaceVectors } from './re-embed-chunks.ts';
import { reEmbeddings } from './re-embedding.table.ts';
import type { ReEmbeddingRun } from './re-embedding-run.ts';

/** Searches that began on the old index finish on it. */
const oldServesSeconds = 120;

/**
 * The one commit that lets the new vectors answer. False where something changed since they were made. Whoever writes
 * vectors or chunks waits meanwhile, and then finds the new model.
 */
export function swapGeneration(run: ReEmbeddingRun): Promise<boolean> {
  const { platform, companyId, target, hold } = run;
  const { id } = run.base;
  return platform.database.withCompany(companyId, async (tx) => {
    // The base first: who deletes it locks it before its documents, and those before the generation.
    const [base] = await tx
      .select({ generation: knowledgeBases.generation })
      .from(knowledgeBases)
      .where(and(eq(knowledgeBases.id, id), isNull(knowledgeBases.deletedAt)))
      .for('update');
    if (!base) throw new JobObsoleteError();
    await hold(tx);
    await lockGeneration(tx, id);
    if ((await documentsToWrite(tx, run)).length > 0) return false;
    await replaceVectors(tx, run);
    const { embeddingModelId, folderWeight, generation } = target;
    const now = new Date();
    await tx
      .update(knowledgeBases)
      .set({ embeddingModelId, folderWeight, generation, updatedAt: now })
      .where(eq(knowledgeBases.id, id));
    await tx.update(reEmbeddings).set(finishedRun()).where(eq(reEmbeddings.knowledgeBaseId, id));
    await platform.jobs.enqueue(
      tx,
      're-embedding.clear',
      { companyId, knowledgeBaseId: id, generation: base.generation },
      { startAfterSeconds: oldServesSeconds },
    );
    return true;
  });
}
