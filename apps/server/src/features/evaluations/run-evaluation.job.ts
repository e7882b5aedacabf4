import { AppError, type ErrorCode, errors } from '@lectern/contract';
import { ModelError } from '@lectern/models';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { cleanText } from '../../platform/database/clean-text.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type JobDefinition, RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { readActingMember } from '../companies/acting-member.service.ts';
import { readCompanyState } from '../companies/company-state.service.ts';
import { findLivingBase, loadKnowledgeBase } from '../knowledge-bases/knowledge-base.service.ts';
import { askQuestion, sumUp } from './ask-question.ts';
import { evaluationResults, evaluationRuns, evaluationSets, type StoredOutcome } from './evaluation.table.ts';
import type { EvaluationRunId } from './evaluation-run.service.ts';

/** The run was cancelled or deleted, or its base was: the job ends without a word. */
class RunVoid extends Error {}

const lookEveryMs = 1_000;
const disabledCompanySeconds = 60;
/** A provider that is down is asked again for so long after the last answer before the run fails. */
const patienceMs = 30 * 60_000;
const passingFaults = new Set(['rate_limited', 'circuit_open', 'unreachable', 'timeout', 'server_error']);

/**
 * Asks the questions of a run one after another, each with every variant in turn, so that their times compare. What a
 * question found is kept in one commit: killed at any line and run again, it goes on with the next.
 */
export function runEvaluationJob(platform: Platform): JobDefinition<EvaluationRunId> {
  const { database, metrics, log } = platform;
  const going = inArray(evaluationRuns.state, ['queued', 'running']);

  async function run(id: EvaluationRunId, outer: AbortSignal): Promise<void> {
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, outer]);
    const look = setInterval(() => {
      database
        .withCompany(id.companyId, (tx) => load(tx, id))
        .catch((error) => {
          if (error instanceof RunVoid || error instanceof RetryLater) controller.abort(error);
          else log.warn({ event: 'evaluation.look_failed', reason: String(error) });
        });
    }, lookEveryMs);
    try {
      await askAll(id, signal);
    } catch (error) {
      const reason = controller.signal.aborted ? controller.signal.reason : error;
      if (reason instanceof RunVoid) return;
      // Another process takes over what this one must leave.
      if (outer.aborted || reason instanceof RetryLater) throw reason;
      await settleFailure(id, error);
    } finally {
      clearInterval(look);
    }
  }

  /** What the run works on. Throws where it is void or has to wait. */
  async function load(tx: Tx, { companyId, runId }: EvaluationRunId) {
    const [row] = await tx
      .select({ run: evaluationRuns, knowledgeBaseId: evaluationSets.knowledgeBaseId })
      .from(evaluationRuns)
      .innerJoin(evaluationSets, eq(evaluationSets.id, evaluationRuns.setId))
      .where(and(eq(evaluationRuns.id, runId), going));
    const company = await readCompanyState(tx, companyId);
    if (!row || company === 'gone' || !(await findLivingBase(tx, row.knowledgeBaseId))) throw new RunVoid();
    if (company === 'disabled') throw new RetryLater(disabledCompanySeconds);
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
      if (rowCount !== 1) throw new RunVoid();
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
      if (rowCount !== 1) throw new RunVoid();
      await work(tx);
    });
  }

  /** A fault that will pass has the run wait; every other ends it with its reason. */
  async function settleFailure(id: EvaluationRunId, error: unknown): Promise<void> {
    if (error instanceof ModelError) {
      metrics.modelErrors.inc({ kind: error.kind });
      const [row] = await database.withCompany(id.companyId, (tx) =>
        tx
          .select({ updatedAt: evaluationRuns.updatedAt })
          .from(evaluationRuns)
          .where(eq(evaluationRuns.id, id.runId)),
      );
      const since = row?.updatedAt.getTime() ?? 0;
      if (passingFaults.has(error.kind) && Date.now() - since < patienceMs)
        throw new RetryLater((error.retryAfterMs ?? 15_000) / 1000);
      await fail(id, `model.${error.kind}` as ErrorCode, error.detail);
    } else if (error instanceof AppError && error.status < 500) await fail(id, error.code);
    else throw error;
  }

  async function fail({ companyId, runId }: EvaluationRunId, code: ErrorCode, detail?: string) {
    if (!(code in errors)) throw new Error(`No error ${code}`);
    await database.withCompany(companyId, (tx) =>
      tx
        .update(evaluationRuns)
        .set({
          state: 'failed',
          finishedAt: new Date(),
          errorCode: code,
          errorDetail: detail === undefined ? null : cleanText(detail).slice(0, 500),
        })
        .where(and(eq(evaluationRuns.id, runId), going)),
    );
  }

  return {
    name: 'evaluation.run',
    concurrency: () => 1,
    run,
    onFailed: (id) => fail(id, 'server.error'),
  };
}
