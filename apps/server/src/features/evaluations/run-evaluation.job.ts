import { AppError } from '@lectern/contract';
import { asc, eq } from 'drizzle-orm';
import { asFailure, type Failure } from '../../platform/jobs/failure.ts';
import type { Job } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { failedRun, finishedRun, isActive } from '../../platform/runs/columns.ts';
import { type LeasedRun, openLeasedRun } from '../../platform/runs/leased-run.ts';
import { readActingMember } from '../companies/acting-member.service.ts';
import { loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import type { KnowledgeBaseRow } from '../knowledge-bases/knowledge-base.table.ts';
import { askQuestion, sumUp } from './ask-question.ts';
import {
  findKnowledgeBaseOfRun,
  lockEvaluationRun,
  updateEvaluationOutcomes,
  updateUnfinishedRun,
} from './evaluation.queries.ts';
import {
  type EvaluationRunRow,
  evaluationResults,
  evaluationRuns,
  type StoredOutcome,
} from './evaluation.table.ts';
import type { EvaluationRunId } from './evaluation-run.service.ts';

type Run = LeasedRun<EvaluationRunRow, 'asking', KnowledgeBaseRow>;

/**
 * Asks the questions of a run one after another, each with every variant in turn, so that their times are comparable.
 * The outcomes of a question are saved in one commit: if the process is killed, the next attempt continues after it.
 */
export function runEvaluationJob(platform: Platform): Job<EvaluationRunId> {
  const { database } = platform;

  async function run(id: EvaluationRunId, outer: AbortSignal): Promise<void> {
    const { companyId, runId } = id;
    const run = await openLeasedRun<EvaluationRunRow, 'asking', KnowledgeBaseRow>(
      platform,
      {
        companyId,
        noun: 'evaluation',
        table: evaluationRuns,
        which: eq(evaluationRuns.id, runId),
        lock: (tx) => lockEvaluationRun(tx, runId),
        findSubject: (tx) => findKnowledgeBaseOfRun(tx, runId),
        isDue: isActive,
        shares: { asking: [0, 100] },
      },
      outer,
    );
    await run?.carryOut(() => askAll(run), { onFailure: (error) => settleFailure(id, error) });
  }

  async function askAll(run: Run): Promise<void> {
    const { companyId, row, signal } = run;
    const { actor, base, results } = await database.withCompany(companyId, async (tx) => {
      const member = await readActingMember(tx, companyId, row.ownerId);
      if (!member) throw new AppError('knowledge_base.forbidden');
      return {
        actor: member,
        base: await loadKnowledgeBase(tx, member, 'read', run.subject.id),
        results: await tx
          .select()
          .from(evaluationResults)
          .where(eq(evaluationResults.runId, row.id))
          .orderBy(asc(evaluationResults.position)),
      };
    });
    let done = results.filter(({ outcomes }) => outcomes !== null).length;
    for (const result of results.filter(({ outcomes }) => outcomes === null)) {
      const outcomes: StoredOutcome[] = [];
      for (const [place, variant] of row.variants.entries()) {
        signal.throwIfAborted();
        outcomes.push(await askQuestion(platform, actor, base, { result, variant, place, signal }));
      }
      await run.write(async (tx) => {
        await updateUnfinishedRun(tx, row.id, {});
        await updateEvaluationOutcomes(tx, row.id, result.position, outcomes);
      });
      await run.report('asking', ++done, results.length);
    }
    await finish(run);
  }

  async function finish({ row, write }: Run): Promise<void> {
    await write(async (tx) => {
      const results = await tx
        .select({ outcomes: evaluationResults.outcomes })
        .from(evaluationResults)
        .where(eq(evaluationResults.runId, row.id));
      const variants = row.variants.map((variant, place) => ({
        ...variant,
        figures: sumUp(results.flatMap(({ outcomes }) => outcomes?.[place] ?? [])),
      }));
      await updateUnfinishedRun(tx, row.id, { ...finishedRun(), variants });
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

  async function fail({ companyId, runId }: EvaluationRunId, failure: Failure) {
    await database.withCompany(companyId, (tx) => updateUnfinishedRun(tx, runId, failedRun(failure)));
  }

  return {
    concurrency: () => 1,
    run,
    onFailed: (id) => fail(id, { code: 'server.error' }),
  };
}
