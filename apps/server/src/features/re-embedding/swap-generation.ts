import { JobObsoleteError } from '../../platform/runs/watch-work.ts';
import { replaceVectorsOf } from '../documents/chunks/chunk.queries.ts';
import { lockGeneration } from '../knowledge-bases/index-table.service.ts';
import { lockActiveKnowledgeBase, switchGeneration } from '../knowledge-bases/knowledge-base.queries.ts';
import { documentsToWrite } from './re-embed-chunks.ts';
import { finishReEmbedding, selectVectors } from './re-embedding.queries.ts';
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
    const base = await lockActiveKnowledgeBase(tx, id);
    if (!base) throw new JobObsoleteError();
    await hold(tx);
    await lockGeneration(tx, id);
    if ((await documentsToWrite(tx, run)).length > 0) return false;
    const { embeddingModelId, folderWeight, generation } = target;
    await replaceVectorsOf(tx, id, selectVectors({ knowledgeBaseId: id, generation }));
    await switchGeneration(tx, id, { embeddingModelId, folderWeight, generation });
    await finishReEmbedding(tx, id);
    await platform.jobs.enqueue(
      tx,
      're-embedding.clear',
      { companyId, knowledgeBaseId: id, generation: base.generation },
      { startAfterSeconds: oldServesSeconds },
    );
    return true;
  });
}
