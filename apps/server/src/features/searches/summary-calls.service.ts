import { estimateTokens } from '@lectern/models';
import { asSystemTx, type SystemTx, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { createPolledSet } from '../../platform/polled-set.ts';
import type { ChatCall } from '../conversations/answers/chat-call.ts';
import { answerOperation, chatOperation } from '../conversations/answers/end-answers.service.ts';
import { recordAnswer, recordModelCall, sourceOf } from '../usage/usage.service.ts';
import type { SearchTask } from './search.service.ts';
import { insertSummaryCall, takeSilentSummaryCalls, touchSummaryCalls } from './summary-call.queries.ts';

const heartbeatMs = 5_000;
/** After this silence the process that wrote a summary counts as crashed. */
const silentSeconds = 60;

type Written = { id: string; content: () => string };

/** Keeps what the calls under way have cost so far, for whoever books them if this process dies. */
export function createSummaryCalls({ database, log }: Platform) {
  const { add } = createPolledSet<Written>(
    heartbeatMs,
    (all) =>
      database.asSystem('summaries of every company are saved together', (tx) =>
        touchSummaryCalls(
          tx,
          all.map(({ id, content }) => ({ id, completionTokens: estimateTokens(content()) })),
        ),
      ),
    (error) => log.warn({ event: 'search.heartbeat_failed', reason: String(error) }),
  );
  /** `add` returns what ends the heartbeat. */
  return { add };
}

/** Saved before the model is called. */
export function keepSummaryCall(tx: Tx, { id, actor }: SearchTask, call: ChatCall): Promise<void> {
  return insertSummaryCall(asSystemTx('the call follows from the search', tx), {
    id,
    companyId: actor.companyId,
    accountId: actor.accountId,
    source: sourceOf(actor),
    modelId: call.model.id,
    modelName: call.model.name,
    promptTokens: call.promptTokens,
  });
}

/** Books the calls of crashed processes by what is known of them. */
export function bookLostSummaries({ database }: Platform): Promise<void> {
  return database.asSystem('summaries of crashed processes, of every company', async (tx: SystemTx) => {
    for (const row of await takeSilentSummaryCalls(tx, silentSeconds)) {
      const { id, modelId, modelName, promptTokens, completionTokens } = row;
      const entry = {
        companyId: row.companyId,
        accountId: row.accountId,
        assistantId: null,
        source: row.source,
        durationMs: Math.max(0, row.heartbeatAt.getTime() - row.createdAt.getTime()),
        outcome: 'interrupted',
      };
      const operationId = chatOperation(id);
      const tokens = { promptTokens, completionTokens, estimated: true };
      await recordModelCall(tx, 'chat', { ...entry, ...tokens, operationId, modelId, modelName });
      await recordAnswer(tx, { ...entry, modelId, modelName, operationId: answerOperation(id) });
    }
  });
}
