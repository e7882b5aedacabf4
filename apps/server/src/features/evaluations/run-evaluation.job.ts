import { AppError } from '@lectern/contract';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { asFailure, type Failure } from '../../platform/jobs/failure.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import { assertCompanyActive, JobObsoleteError, watchWork } from '../../platform/jobs/watch-work.ts';
import type { Platform } from '../../platform/platform.ts';
import { readActingMember } from '../companies/acting-member.service.ts';
import { findActiveKnowledgeBase, loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { askQuestion, sumUp } from './ask-question.ts';
import { evaluationResults, evaluationRuns, evaluationSets, type StoredOutcome } from './evaluation.table.ts';
import type { EvaluationRunId } from './evaluation-run.service.ts';

/**
 * Asks the questions of a run one after another, each with every variant in turn, so that their times compare. What a
 * question found is kept in one commit: killed at any line and run again, it goes on with the next.
 */
export function runEvaluationJob(platform: Platform): Job<EvaluationRunId> {
  const { database } = platform;
  const going = inArray(evaluationRuns.state, ['queued', 'running']);

  async function run(id: EvaluationRunId, outer: AbortSignal): Promise<void> {
    const { companyId } = id;
    const { signal, carryOut } = watchWork(platform, {
      companyId,
      noun: 'evaluation',
      outer,
      look: (tx) => load(tx, id),
    });
    await carryOut(() => askAll(id, signal), { onFailure: (error) => settleFailure(id, error) });
  }

  /** What the run works on. Throws where it is void or has to wait. */
  async function load(tx: Tx, { companyId, runId }: EvaluationRunId) {
    const [row] = await tx
      .select({ run: evaluationRuns, knowledgeBaseId: evaluationSets.knowledgeBaseId })
      .from(evaluationRuns)
      .innerJoin(evaluationSets, eq(evaluationSets.id, evaluationRuns.setId))
      .where(and(eq(evaluationRuns.id, runId), going));
    if (!row || !(await findActiveKnowledgeBase(tx, row.knowledgeBaseId))) throw new JobObsoleteError();
    await assertCompanyActive(tx, companyId);
    return row;
  }

  async function askAll(id: EvaluationRunId, signal: AbortSignal): Promise<void> {
    const { actor, base, variants, left } = await database.withCompany(id.companyId, async (tx) => {
      const { run: row, knowledgeBaseId } = await load(tx, id);
      const member = await readActingMember(tx, id.companyId, row.ownerId);
      if (!member) throw new AppError('knowledge_base.forbidden');
      // A cancel that came since the row was read stays: this one waits for it, and then finds nothing to change.
      const { rowCount } = await tx
        .update(evaluationRuns)
        .set({ state: 'running' })
        .where(and(eq(evaluationRuns.id, id.runId), going));
      if (rowCount !== 1) throw new JobObsoleteError();
      return {
        actor: member,
        base: await loadKnowledgeBase(tx, member, 'read', knowledgeBaseId),
        variants: row.variants,
        left: await tx
          .select()
          .from(evaluationResults)
          .where(and(eq(evaluationResults.runId, id.runId), isNull(evaluationResults.outcomes)))
          .orderBy(asc(evaluationResults.position)),
      };
    });
    for (const result of left) {
      const outcomes: StoredOutcome[] = [];
      for (const [place, variant] of variants.entries()) {
        signal.throwIfAborted();
        outcomes.push(await askQuestion(platform, actor, base, { result, variant, place, signal }));
      }
      await write(id, async (tx) => {
        await tx
          .update(evaluationResults)
          .set({ outcomes })
          .where(and(eq(evaluationResults.runId, id.runId), eq(evaluationResults.position, result.position)));
      });
    }
    await finish(id);
  }

  async function finish(id: EvaluationRunId): Promise<void> {
    await database.withCompany(id.companyId, async (tx) => {
      const { run: row } = await load(tx, id);
      const results = await tx
        .select({ outcomes: evaluationResults.outcomes })
        .from(evaluationResults)
        .where(eq(evaluationResults.runId, id.runId));
      const variants = row.variants.map((variant, place) => ({
        ...variant,
        figures: sumUp(results.flatMap(({ outcomes }) => outcomes?.[place] ?? [])),
      }));
      await tx
        .update(evaluationRuns)
        .set({ state: 'finished', variants, finishedAt: new Date() })
        .where(and(eq(evaluationRuns.id, id.runId), going));
    });
  }

  /** Writes only while the run goes on. */
  async function write({ companyId, runId }: EvaluationRunId, work: (tx: Tx) => Promise<void>) {
    await database.withCompany(companyId, async (tx) => {
      const { rowCount } = await tx
        .update(evaluationRuns)
        .set({ updatedAt: new Date() })
        .where(and(eq(evaluationRuns.id, runId), going));
      if (rowCount !== 1) throw new JobObsoleteError();
      await work(tx);
    });
  }

  async function settleFailure(id: EvaluationRunId, error: unknown): Promise<void> {
    const failure = await asFailure(platform, error, {
      findLastProgress: () =>
        database.withCompany(id.companyId, async (tx) => {
          const rows = await tx
            .select({ updatedAt: evaluationRuns.updatedAt })
            .from(evaluationRuns)
            .where(eq(evaluationRuns.id, id.runId));
          return rows[0]?.updatedAt;
        }),
    });
    if (!failure) throw error;
    await fail(id, failure);
  }

  async function fail({ companyId, runId }: EvaluationRunId, { code, detail }: Failure) {
    await database.withCompany(companyId, (tx) =>
      tx
        .update(evaluationRuns)
        .set({ state: 'failed', finishedAt: new Date(), errorCode: code, errorDetail: detail ?? null })
        .where(and(eq(evaluationRuns.id, runId), going)),
    );
  }

  return {
    concurrency: () => 1,
    run,
    onFailed: (id) => fail(id, { code: 'server.error' }),
  };
}
