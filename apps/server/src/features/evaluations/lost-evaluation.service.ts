import { and, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { isOrphaned } from '../../platform/jobs/is-orphaned.ts';
import { evaluationRuns } from './evaluation.table.ts';

/**
 * Runs that count as going on though no job of theirs is left: its last attempt ended with its process. They fail, so
 * that a person can begin another.
 */
export async function settleLostEvaluations(database: Database): Promise<number> {
  const lost = await database.acrossCompanies('runs of processes that died, of every company', (tx) =>
    tx
      .update(evaluationRuns)
      .set({ state: 'failed', finishedAt: new Date(), errorCode: 'server.error' })
      .where(
        and(
          inArray(evaluationRuns.state, ['queued', 'running']),
          isOrphaned(['evaluation.run'], { runId: evaluationRuns.id }),
        ),
      )
      .returning({ id: evaluationRuns.id }),
  );
  return lost.length;
}
