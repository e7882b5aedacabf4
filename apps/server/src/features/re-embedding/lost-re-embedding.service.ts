import { and, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { isOrphaned } from '../../platform/jobs/is-orphaned.ts';
import { reEmbeddings } from './re-embedding.table.ts';

/**
 * What counts as being embedded anew though no job of it is left: its last attempt ended with its process, and nobody
 * was there to say so. It fails, so that a person can go on with it.
 */
export async function settleLostReEmbeddings(database: Database): Promise<number> {
  const lost = await database.acrossCompanies('work of processes that died, of every company', (tx) =>
    tx
      .update(reEmbeddings)
      .set({ state: 'failed', stage: null, runId: null, errorCode: 'server.error', errorDetail: null })
      .where(
        and(
          inArray(reEmbeddings.state, ['queued', 'building']),
          isOrphaned(['re-embedding.build'], {
            knowledgeBaseId: reEmbeddings.knowledgeBaseId,
            wanted: reEmbeddings.wanted,
          }),
        ),
      )
      .returning({ id: reEmbeddings.knowledgeBaseId }),
  );
  return lost.length;
}
