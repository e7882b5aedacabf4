import { estimateTokens } from '@lectern/models';
import { newId, type SystemTx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createPolledSet } from '../../../platform/polled-set.ts';
import type { BegunCall } from '../../conversations/answers/answer-task.ts';
import { chatOperation } from '../../conversations/answers/end-answers.service.ts';
import { recordModelCall } from '../../usage/usage.service.ts';
import { listKeptCalls, touchKeptCalls, updateKeptCall } from './answer-run.queries.ts';
import type { AnswerResultRow, AnswerRunRow } from './answer-run.table.ts';

const heartbeatMs = 5_000;

type Question = Pick<AnswerResultRow, 'runId' | 'position'>;
type Written = Question & { content: () => string };

/** Keeps what the calls under way have cost so far, for whoever books them if this process dies. */
export function createKeptCalls({ database, log }: Platform) {
  const { add } = createPolledSet<Written>(
    heartbeatMs,
    (all) =>
      database.asSystem('answers of evaluations of every company are counted together', (tx) =>
        touchKeptCalls(
          tx,
          all.map(({ runId, position, content }) => ({
            runId,
            position,
            completionTokens: estimateTokens(content()),
          })),
        ),
      ),
    (error) => log.warn({ event: 'answer_run.heartbeat_failed', reason: String(error) }),
  );
  /** `add` returns what ends the heartbeat. */
  return { add };
}

/** Saved before the model is called. Its answer may be asked for again after a crash: an operation of its own. */
export function keepCall(tx: SystemTx, question: Question, call: BegunCall): Promise<void> {
  return updateKeptCall(tx, question, {
    id: newId(),
    modelId: call.model.id,
    modelName: call.model.name,
    promptTokens: call.promptTokens,
    completionTokens: 0,
  });
}

/** Books the calls of a run that ended without an answer, by what is known of them. */
export async function bookKeptCalls(
  tx: SystemTx,
  run: Pick<AnswerRunRow, 'id' | 'companyId' | 'ownerId' | 'assistantId'>,
): Promise<void> {
  for (const { runId, position, answerId, call } of await listKeptCalls(tx, run.id)) {
    if (!call) continue;
    const { id, ...known } = call;
    // A call that the provider refused costs nothing.
    if (known.promptTokens > 0)
      await recordModelCall(tx, 'chat', {
        companyId: run.companyId,
        accountId: run.ownerId,
        assistantId: run.assistantId,
        source: 'evaluation',
        operationId: `${chatOperation(answerId)}:${id}`,
        ...known,
        estimated: true,
        outcome: 'interrupted',
      });
    await updateKeptCall(tx, { runId, position }, null);
  }
}
