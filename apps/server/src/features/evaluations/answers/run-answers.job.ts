import { AppError } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { SystemTx } from '../../../platform/database/database.ts';
import { asFailure, type Failure } from '../../../platform/jobs/failure.ts';
import type { Job } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { failedRun, finishedRun, isActive } from '../../../platform/runs/columns.ts';
import { type LeasedRun, openLeasedRun } from '../../../platform/runs/leased-run.ts';
import { loadAssistant } from '../../assistants/assistant.service.ts';
import type { AssistantRow } from '../../assistants/assistant.table.ts';
import { completeSettings } from '../../assistants/assistant-settings.ts';
import { listServableBases } from '../../assistants/assistant-version.queries.ts';
import { readActingMember } from '../../companies/acting-member.service.ts';
import { recordAnswerUsage } from '../../conversations/answers/chat-call.ts';
import { chatOperation } from '../../conversations/answers/end-answers.service.ts';
import type { KnowledgeBaseRow } from '../../knowledge-bases/knowledge-base.table.ts';
import { takeRequest } from '../../usage/usage.service.ts';
import { listUsageOf } from '../../usage/usage-record.queries.ts';
import { answerQuestion } from './answer-question.ts';
import {
  findAssistantOfRun,
  listAnswerResultRows,
  lockAnswerRun,
  updateAnswerOutcome,
  updateUnfinishedAnswerRun,
} from './answer-run.queries.ts';
import { type AnswerResultRow, type AnswerRunRow, answerRuns } from './answer-run.table.ts';
import { bookKeptCalls, createKeptCalls } from './kept-calls.service.ts';
import { sumUpAnswers } from './sum-up-answers.ts';

export type AnswerRunId = { companyId: string; runId: string };

type Run = LeasedRun<AnswerRunRow, 'asking', AssistantRow>;
type Asking = { actor: Actor; assistant: AssistantRow; bases: KnowledgeBaseRow[] };

/**
 * Asks an assistant the questions of a run one after another. Each counts as a request, like any question that it
 * answers; otherwise a set of questions would be a way around the package. The answer, its judgement and its cost are
 * saved in one commit: if the process is killed, the next attempt goes on after it.
 */
export function runAnswersJob(platform: Platform): Job<AnswerRunId> {
  const { database } = platform;
  const calls = createKeptCalls(platform);

  async function run(id: AnswerRunId, outer: AbortSignal): Promise<void> {
    const { companyId, runId } = id;
    const run = await openLeasedRun<AnswerRunRow, 'asking', AssistantRow>(
      platform,
      {
        companyId,
        noun: 'answer run',
        table: answerRuns,
        which: eq(answerRuns.id, runId),
        lock: (tx) => lockAnswerRun(tx, runId),
        findSubject: (tx) => findAssistantOfRun(tx, runId),
        isDue: isActive,
        shares: { asking: [0, 100] },
      },
      outer,
    );
    // Cancelled while its process was dead.
    if (!run) await database.withCompany(companyId, (tx) => bookIfEnded(tx, runId));
    await run?.carryOut(() => askAll(run), { onFailure: (error) => settleFailure(id, error) });
  }

  async function askAll(run: Run): Promise<void> {
    const { companyId, row } = run;
    // What a killed process was asking: its question is asked anew.
    await run.write(bookKeptCalls);
    const { results, ...asking } = await database.withCompany(companyId, async (tx) => {
      const actor = await readActingMember(tx, companyId, row.ownerId);
      if (!actor) throw new AppError('assistant.forbidden');
      const stored = await loadAssistant(tx, actor, 'update', run.subject.id);
      const { knowledgeBaseIds, ...settings } = completeSettings(row.settings);
      return {
        actor,
        assistant: { ...stored, ...settings },
        bases: await listServableBases(tx, stored.id, knowledgeBaseIds),
        results: await listAnswerResultRows(tx, row.id),
      };
    });
    let done = results.filter(({ outcome }) => outcome !== null).length;
    for (const result of results.filter(({ outcome }) => outcome === null)) {
      await askOne(run, asking, result);
      await run.report('asking', ++done, results.length);
    }
    await run.write(async (tx) => {
      const figures = sumUpAnswers(await listAnswerResultRows(tx, row.id));
      await updateUnfinishedAnswerRun(tx, row.id, { ...finishedRun(), figures });
    });
  }

  async function askOne(run: Run, { actor, assistant, bases }: Asking, result: AnswerResultRow) {
    const { row, signal } = run;
    signal.throwIfAborted();
    await database.withActor(actor, (tx) =>
      takeRequest(tx, actor, { id: result.answerId, assistantId: assistant.id, source: 'evaluation' }),
    );
    const asked = await answerQuestion(platform, actor, {
      run: row,
      assistant,
      bases,
      result,
      signal,
      calls,
    });
    const { task, composed, outcome, operations } = asked;
    await run.write(async (tx) => {
      await recordAnswerUsage(tx, task, composed.call, {
        durationMs: outcome.durationMs,
        outcome: outcome.error?.code ?? 'complete',
      });
      const calls = await listUsageOf(tx, [...new Set([...operations, chatOperation(result.answerId)])]);
      const costs = calls.flatMap(({ cost }) => (cost === null ? [] : [Number(cost)]));
      await updateUnfinishedAnswerRun(tx, row.id, {});
      await updateAnswerOutcome(tx, result, {
        ...outcome,
        tokens: calls.reduce(
          (sum, call) => sum + call.promptTokens + call.completionTokens + call.embeddingTokens,
          0,
        ),
        cost: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0),
      });
    });
  }

  async function settleFailure(id: AnswerRunId, error: unknown): Promise<void> {
    const failure = await asFailure(platform, error, {
      findLastProgress: () =>
        database.withCompany(id.companyId, async (tx) => (await lockAnswerRun(tx, id.runId))?.updatedAt),
    });
    if (!failure) throw error;
    await fail(id, failure);
  }

  async function fail({ companyId, runId }: AnswerRunId, failure: Failure) {
    await database.withCompany(companyId, async (tx) => {
      await updateUnfinishedAnswerRun(tx, runId, failedRun(failure));
      await bookIfEnded(tx, runId);
    });
  }

  async function bookIfEnded(tx: SystemTx, runId: string): Promise<void> {
    const row = await lockAnswerRun(tx, runId);
    if (row && !isActive(row)) await bookKeptCalls(tx, row);
  }

  return {
    concurrency: () => 1,
    run,
    onFailed: (id) => fail(id, { code: 'server.error' }),
  };
}
