import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { DocumentRow } from '../../documents/document.table.ts';
import { findActiveKnowledgeBase } from '../../knowledge-bases/knowledge-base.service.ts';
import { lockGraph, upsertRequestedBuild } from './graph-build.queries.ts';
import { drawsGraph } from './graph-scope.ts';

/**
 * Chunks of a document came, changed or are about to go: its base's graph follows, where there is one or the settings
 * ask for one. To be called before chunks are deleted in the same transaction, since builds lock the graph first and
 * chunks second.
 */
export async function scheduleGraph(
  platform: Pick<Platform, 'jobs' | 'config'>,
  tx: Tx,
  document: Pick<DocumentRow, 'companyId' | 'knowledgeBaseId' | 'chunkMethod' | 'enrichmentOptions'>,
): Promise<void> {
  const { companyId, knowledgeBaseId } = document;
  const base = await findActiveKnowledgeBase(tx, knowledgeBaseId);
  if (!base) return;
  const draws = drawsGraph(base) || drawsGraph(document);
  const row = await lockGraph(tx, knowledgeBaseId);
  if (!draws && !row) return;
  await requestBuild(
    platform,
    tx,
    { companyId, knowledgeBaseId },
    { wantsNew: draws, after: platform.config.pauses.graphSeconds },
  );
}

/** Numbers a build and queues it in the caller's transaction. One that runs is left to end; this one follows it. */
export async function requestBuild(
  { jobs }: Pick<Platform, 'jobs'>,
  tx: Tx,
  { companyId, knowledgeBaseId }: { companyId: string; knowledgeBaseId: string },
  options: { wantsNew: boolean; wantsAll?: boolean; after?: number },
): Promise<void> {
  const { wantsNew, wantsAll = false, after } = options;
  const version = await upsertRequestedBuild(tx, { companyId, knowledgeBaseId }, { wantsNew, wantsAll });
  await jobs.enqueue(
    tx,
    'graph.build',
    { companyId, knowledgeBaseId, version },
    after === undefined ? {} : { startAfterSeconds: after },
  );
}
