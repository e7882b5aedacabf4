import { AppError, type ConversationWithMessages, type Language } from '@lectern/contract';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { endStaleAnswers } from '../answers/end-answers.service.ts';
import { listMessages, updateConversationRow } from '../conversation.queries.ts';
import { loadConversation } from '../conversation.service.ts';
import type { ConversationRow, MessageRow } from '../conversation.table.ts';
import { presentConversation, presentMessage } from '../present-message.ts';
import { branchThrough, listVersions } from './branch-path.ts';

/** The messages of the branch that was last shown. */
export async function listShownMessages(tx: Tx, conversation: ConversationRow): Promise<MessageRow[]> {
  return branchThrough(await listMessages(tx, conversation.id), conversation.shownMessageId);
}

async function present(
  tx: Tx,
  conversation: ConversationRow,
  language: Language,
): Promise<ConversationWithMessages> {
  const all = await listMessages(tx, conversation.id);
  const shown = branchThrough(all, conversation.shownMessageId);
  const branches = shown.flatMap((row) => {
    const versionIds = listVersions(all, row).map(({ id }) => id);
    return versionIds.length > 1 ? [{ messageId: row.id, versionIds }] : [];
  });
  return {
    ...presentConversation(conversation),
    messages: shown.map((message) => presentMessage(message, language)),
    branches,
  };
}

export function readConversation(
  { database }: Platform,
  actor: Actor,
  id: string,
  language: Language,
): Promise<ConversationWithMessages> {
  return database.withActor(actor, async (tx) => {
    const row = await loadConversation(tx, actor, 'read', id);
    await endStaleAnswers(tx, row.id);
    return present(tx, row, language);
  });
}

/** Shows the branch through a message, now and whenever the conversation is opened. */
export function showBranch(
  { database }: Platform,
  actor: Actor,
  conversationId: string,
  messageId: string,
  language: Language,
): Promise<ConversationWithMessages> {
  return database.withActor(actor, async (tx) => {
    const row = await loadConversation(tx, actor, 'update', conversationId);
    const all = await listMessages(tx, conversationId);
    if (!all.some(({ id }) => id === messageId)) throw new AppError('message.not_found');
    const shownMessageId = branchThrough(all, messageId).at(-1)?.id ?? null;
    return present(tx, await updateConversationRow(tx, row, { shownMessageId }), language);
  });
}
