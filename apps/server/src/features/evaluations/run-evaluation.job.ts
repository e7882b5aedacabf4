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
import { updateEvaluationOutcomes, updateUnfinishedRun } from './evaluation.queries.ts';
import { evaluationResults, evaluationRuns, evaluationSets, type StoredOutcome } from './evaluation.table.ts';
import type { EvaluationRunId } from './evaluation-run.service.ts';

/**
 * Asks the questions of a run one after another, each with every variant in turn, so that their times are comparable.
 * The outcomes of a question are saved in one commit: if the process is killed, the next attempt continues after it.
 */
export function runEvaluationJob(platform: Platform): Job<EvaluationRunId> {
  const { database } = platform;
  const unfinished = inArray(evaluationRuns.state, ['queued', 'running']);

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

  /** The run and its knowledge base. Throws if the job is obsolete or has to wait. */
  async function load(tx: Tx, { companyId, runId }: EvaluationRunId) {
    const [row] = await tx
      .select({ run: evaluationRuns, knowledgeBaseId: evaluationSets.knowledgeBaseId })
      .from(evaluationRuns)
      .innerJoin(evaluationSets, eq(evaluationSets.id, evaluationRuns.setId))
      .where(and(eq(evaluationRuns.id, runId), unfinished));
    if (!row || !(await findActiveKnowledgeBase(tx, row.knowledgeBaseId))) throw new JobObsoleteError();
    await assertCompanyActive(tx, companyId);
    return row;
  }

  async function askAll(id: EvaluationRunId, signal: AbortSignal): Promise<void> {
    const { actor, base, variants, left } = await database.withCompany(id.companyId, async (tx) => {
      const { run: row, knowledgeBaseId } = await load(tx, id);
      const member = await readActingMember(tx, id.companyId, row.ownerId);
      if (!member) throw new AppError('knowledge_base.forbidden');
      // A concurrent cancel wins: this update waits for it, and then changes nothing.
      if (!(await updateUnfinishedRun(tx, id.runId, { state: 'running' }))) throw new JobObsoleteError();
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
      await database.withCompany(id.companyId, async (tx) => {
        if (!(await updateUnfinishedRun(tx, id.runId, {}))) throw new JobObsoleteError();
        await updateEvaluationOutcomes(tx, id.runId, result.position, outcomes);
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
      await updateUnfinishedRun(tx, id.runId, { state: 'finished', variants, finishedAt: new Date() });
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
      updateUnfinishedRun(tx, runId, {
        state: 'failed',
        finishedAt: new Date(),
        errorCode: code,
        errorDetail: detail ?? null,
      }),
    );
  }

  return {
    concurrency: () => 1,
    run,
    onFailed: (id) => fail(id, { code: 'server.error' }),
  };
}
