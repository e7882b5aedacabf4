import { AppError, type ConversationWithMessages, type Language, messagesAtOnce } from '@lectern/contract';
import type { Actor } from '../../../platform/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { endStaleAnswers } from '../answers/end-answers.service.ts';
import { listMessageNodes, listMessagesInOrder, updateConversationRow } from '../conversation.queries.ts';
import { loadConversation } from '../conversation.service.ts';
import type { ConversationRow, MessageRow } from '../conversation.table.ts';
import { presentConversation, presentMessage } from '../present-message.ts';
import { branchThrough } from './branch-path.ts';

/** The messages of the branch that was last shown. */
export async function listShownMessages(tx: Tx, conversation: ConversationRow): Promise<MessageRow[]> {
  const branch = branchThrough(await listMessageNodes(tx, conversation.id), conversation.shownMessageId);
  return listMessagesInOrder(
    tx,
    branch.map(({ id }) => id),
  );
}

type Window = { before?: string | undefined; limit: number };

/** Of a long conversation the end, or what stands before a message; the texts of the rest are not read. */
async function present(
  tx: Tx,
  conversation: ConversationRow,
  language: Language,
  { before, limit }: Window,
): Promise<ConversationWithMessages> {
  const all = await listMessageNodes(tx, conversation.id);
  const branch = branchThrough(all, conversation.shownMessageId);
  const end = before === undefined ? branch.length : branch.findIndex(({ id }) => id === before);
  if (end === -1) throw new AppError('message.not_found');
  const shown = branch.slice(Math.max(0, end - limit), end);
  const versions = Map.groupBy(all, ({ parentId }) => parentId);
  const branches = shown.flatMap(({ id, parentId }) => {
    const versionIds = (versions.get(parentId) ?? []).map((version) => version.id);
    return versionIds.length > 1 ? [{ messageId: id, versionIds }] : [];
  });
  const rows = await listMessagesInOrder(
    tx,
    shown.map(({ id }) => id),
  );
  return {
    ...presentConversation(conversation),
    messages: rows.map((message) => presentMessage(message, language)),
    branches,
  };
}

export function readConversation(
  { database }: Platform,
  actor: Actor,
  id: string,
  language: Language,
  window: Window,
): Promise<ConversationWithMessages> {
  return database.withActor(actor, async (tx) => {
    const row = await loadConversation(tx, actor, 'read', id);
    await endStaleAnswers(tx, row.id);
    return present(tx, row, language, window);
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
    const all = await listMessageNodes(tx, conversationId);
    if (!all.some(({ id }) => id === messageId)) throw new AppError('message.not_found');
    const shownMessageId = branchThrough(all, messageId).at(-1)?.id ?? null;
    const shown = await updateConversationRow(tx, row, { shownMessageId });
    return present(tx, shown, language, { limit: messagesAtOnce });
  });
}
