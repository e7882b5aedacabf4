import { estimateTokens } from '@lectern/models';
import { sourceOfOrigin } from '../../../platform/actor.ts';
import { cleanText } from '../../../platform/database/clean-text.ts';
import { asSystemTx, type Database, type SystemTx, type Tx } from '../../../platform/database/database.ts';
import { recordAnswer, recordModelCall } from '../../usage/usage.service.ts';
import { onAnswerEnded } from '../answer-hooks.ts';
import {
  findConversationOf,
  lockStreamingAnswers,
  updateInterruptedAnswer,
  updateStreamingAnswer,
} from '../conversation.queries.ts';
import type { ConversationRow, MessageRow } from '../conversation.table.ts';

/** The process that writes an answer updates `heartbeatAt` every half second; after this silence it counts as crashed. */
const staleAfterSeconds = 20;

/** Ends the answers of crashed processes: they keep what was written and count as interrupted. */
export function endStaleAnswers(tx: Tx, conversationId?: string): Promise<number> {
  return endAnswers(tx, { conversationId, silentForSeconds: staleAfterSeconds }, 'interrupted');
}

/** For readers who never come back to ask. */
export function endAllStaleAnswers(database: Database): Promise<number> {
  return database.asSystem('answers of crashed processes, of every company', (tx) => endStaleAnswers(tx));
}

/** Called before their rows are deleted: the process that writes them may crash before it notices, and their cost must not be lost. */
export function stopAnswersOf(
  tx: Tx,
  parent: { conversationId: string } | { assistantId: string },
): Promise<number> {
  return endAnswers(tx, parent, 'stopped');
}

/**
 * Ends answers that are being written, and records their cost by what was saved of them. Whoever else ends the same
 * answer records it under the same operation id, so it is recorded once.
 */
async function endAnswers(
  tx: Tx,
  filter: Parameters<typeof lockStreamingAnswers>[1],
  status: 'interrupted' | 'stopped',
): Promise<number> {
  const system = asSystemTx('ending an answer follows from a crash or a deletion', tx);
  const rows = await lockStreamingAnswers(system, filter);
  for (const { message, conversation } of rows) await endAnswer(system, message, conversation, status);
  return rows.length;
}

async function endAnswer(
  tx: SystemTx,
  message: MessageRow,
  conversation: ConversationRow,
  status: 'interrupted' | 'stopped',
): Promise<void> {
  const { id, modelId, modelName } = message;
  const lastHeartbeat = message.heartbeatAt ?? message.createdAt;
  const durationMs = Math.max(0, lastHeartbeat.getTime() - message.createdAt.getTime());
  const completionTokens = modelId === null ? null : estimateTokens(message.content);
  const changed = await updateStreamingAnswer(tx, id, {
    status,
    heartbeatAt: null,
    durationMs,
    completionTokens,
  });
  const entry = {
    companyId: message.companyId,
    accountId: conversation.accountId,
    assistantId: conversation.assistantId,
    source: sourceOfOrigin(conversation.origin),
    durationMs,
    outcome: status,
  };
  const model = modelId === null ? {} : { modelId, modelName: modelName ?? modelId };
  if (modelId !== null)
    await recordModelCall(tx, 'chat', {
      ...entry,
      operationId: chatOperation(id),
      modelId,
      modelName: modelName ?? modelId,
      promptTokens: message.promptTokens ?? 0,
      completionTokens: completionTokens ?? 0,
      estimated: true,
    });
  await recordAnswer(tx, { ...entry, ...model, operationId: answerOperation(id) });
  if (changed) await onAnswerEnded.run(tx, changed);
}

/** Writes what a process that ended left unfinished and another one has found out. */
export async function completeLostAnswer(
  tx: SystemTx,
  id: string,
  written: Pick<MessageRow, 'content' | 'citations' | 'flowRun'>,
): Promise<void> {
  const conversationId = await findConversationOf(tx, id);
  if (conversationId === undefined) return;
  await endStaleAnswers(tx, conversationId);
  await updateInterruptedAnswer(tx, id, {
    ...written,
    content: cleanText(written.content),
    status: 'complete',
  });
}

/** The operation ids under which an answer is recorded, whoever ends it. */
export const chatOperation = (answerId: string) => `chat:${answerId}`;
export const answerOperation = (answerId: string) => `answer:${answerId}`;
