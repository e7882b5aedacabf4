import { estimateTokens } from '@lectern/models';
import { and, asc, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Database, Tx } from '../../platform/database/database.ts';
import { recordAnswer, recordModelCall } from '../usage/usage.service.ts';
import { type ConversationRow, conversations, type MessageRow, messages } from './conversation.table.ts';

/** A process that writes an answer says so every second, by the database's clock; after this silence it is taken for dead. */
const silenceSeconds = 20;

/** Answers whose process fell silent keep what was said and count as interrupted. */
export function settleSilentAnswers(tx: Tx, conversationId?: string): Promise<number> {
  return endAnswers(
    tx,
    and(
      lt(messages.aliveAt, sql`now() - make_interval(secs => ${silenceSeconds})`),
      conversationId === undefined ? undefined : eq(messages.conversationId, conversationId),
    ),
    'interrupted',
  );
}

/** Ends the answers of processes that died, for listeners who never come back to ask. */
export function settleAllSilentAnswers(database: Database): Promise<number> {
  return database.acrossCompanies('a process that died wrote for every company', (tx) =>
    settleSilentAnswers(tx),
  );
}

/** Before their rows go: who writes them may die before it hears of it, and what they cost must not be lost. */
export function endAnswersOf(
  tx: Tx,
  parent: { conversationId: string } | { assistantId: string },
): Promise<number> {
  const within =
    'conversationId' in parent
      ? eq(messages.conversationId, parent.conversationId)
      : eq(conversations.assistantId, parent.assistantId);
  return endAnswers(tx, within, 'stopped');
}

/**
 * Ends answers that are being written and books them, by what was kept of them. Whoever else ends
 * the same answer books it under the same name: once in all.
 */
async function endAnswers(
  tx: Tx,
  which: SQL | undefined,
  status: 'interrupted' | 'stopped',
): Promise<number> {
  const rows = await tx
    .select({ message: messages, conversation: conversations })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(and(eq(messages.status, 'streaming'), which))
    // In one order, so that two who settle wait for each other instead of for ever.
    .orderBy(asc(messages.id))
    .for('no key update', { of: messages });
  for (const { message, conversation } of rows) await endAnswer(tx, message, conversation, status);
  return rows.length;
}

async function endAnswer(
  tx: Tx,
  message: MessageRow,
  conversation: ConversationRow,
  status: 'interrupted' | 'stopped',
): Promise<void> {
  const { id, modelId, modelName } = message;
  const lastSign = message.aliveAt ?? message.createdAt;
  const durationMs = Math.max(0, lastSign.getTime() - message.createdAt.getTime());
  const completionTokens = modelId === null ? null : estimateTokens(message.content);
  await tx
    .update(messages)
    .set({ status, aliveAt: null, durationMs, completionTokens })
    .where(eq(messages.id, id));
  const entry = {
    companyId: message.companyId,
    accountId: conversation.accountId,
    assistantId: conversation.assistantId,
    source: conversation.origin.startsWith('token:') ? ('api' as const) : ('app' as const),
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
}

/** The names under which an answer is booked, whoever books it. */
export const chatOperation = (answerId: string) => `chat:${answerId}`;
export const answerOperation = (answerId: string) => `answer:${answerId}`;
