import { AppError } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ForeignRefusal } from '../../../platform/http/foreign-api.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findMessage, listMessageNodes } from '../../conversations/conversation.queries.ts';
import { deletePair, findAnswer } from '../../conversations/conversation.service.ts';
import { type ConversationRow, type MessageRow, messages } from '../../conversations/conversation.table.ts';
import { removeConversation } from '../../conversations/conversation-life.service.ts';
import { readId } from '../openai-ids.ts';

/** An answer of a conversation that this token began: a response that is kept. */
export type StoredResponse = {
  answer: MessageRow;
  question: MessageRow | undefined;
  conversation: ConversationRow;
};

const notFound = (id: string, param: string | undefined) =>
  new ForeignRefusal('message.not_found', `The response '${id}' does not exist.`, {
    reason: param === undefined ? 'response_not_found' : 'previous_response_not_found',
    ...(param === undefined ? {} : { param }),
  });

/** Throws where there is no such response, or it is another's. */
export async function findStoredResponse(
  tx: Tx,
  actor: Actor,
  responseId: string,
  param?: string,
): Promise<StoredResponse> {
  const messageId = readId('resp_', responseId);
  const [found] = messageId
    ? await tx
        .select({ conversationId: messages.conversationId })
        .from(messages)
        .where(eq(messages.id, messageId))
    : [];
  if (!found || !messageId) throw notFound(responseId, param);
  const { row, conversation } = await findAnswer(tx, actor, { ...found, messageId }).catch((error) => {
    if (error instanceof AppError && error.status === 404) throw notFound(responseId, param);
    throw error;
  });
  const question = row.questionId ? await findMessage(tx, conversation.id, row.questionId) : undefined;
  return { answer: row, question, conversation };
}

export function readStoredResponse(
  { database }: Platform,
  actor: Actor,
  responseId: string,
): Promise<StoredResponse> {
  return database.withActor(actor, (tx) => findStoredResponse(tx, actor, responseId));
}

/** With its question and all that followed it; a conversation of which nothing is left goes too. */
export async function removeStoredResponse(
  platform: Platform,
  actor: Actor,
  responseId: string,
): Promise<void> {
  const { answer } = await readStoredResponse(platform, actor, responseId);
  const { conversationId, id: messageId } = answer;
  await deletePair(platform, actor, { conversationId, messageId });
  await platform.database.withActor(actor, async (tx) => {
    if ((await listMessageNodes(tx, conversationId)).length > 0) return;
    await removeConversation(platform, tx, actor, conversationId);
  });
}
