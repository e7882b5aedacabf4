import { and, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { isOrphaned } from '../../platform/jobs/is-orphaned.ts';
import { knowledgeGraphs } from './knowledge-graph.table.ts';

/**
 * Graphs that count as being built though no job of theirs is left: its last attempt ended with its process, and nobody
 * was there to say so. They fail, so that a person can try again.
 */
export async function settleLostGraphs(database: Database): Promise<number> {
  const lost = await database.acrossCompanies('builds of processes that died, of every company', (tx) =>
    tx
      .update(knowledgeGraphs)
      .set({ state: 'failed', stage: null, runId: null, errorCode: 'server.error', errorDetail: null })
      .where(
        and(
          inArray(knowledgeGraphs.state, ['queued', 'building']),
          isOrphaned(['graph.build'], {
            knowledgeBaseId: knowledgeGraphs.knowledgeBaseId,
            wanted: knowledgeGraphs.wanted,
          }),
        ),
      )
      .returning({ id: knowledgeGraphs.knowledgeBaseId }),
  );
  return lost.length;
}
