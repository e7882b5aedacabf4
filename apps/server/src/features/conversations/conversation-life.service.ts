import { type Actor, originOf } from '../../platform/actor.ts';
import { asSystemTx, newId, type Tx } from '../../platform/database/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AssistantRow } from '../assistants/assistant.table.ts';
import { stopAnswersOf } from './answers/end-answers.service.ts';
import { deleteConversationRow, insertConversation } from './conversation.queries.ts';
import { loadConversation } from './conversation.service.ts';
import type { ConversationRow } from './conversation.table.ts';
import { deleteFilesOfConversations } from './files/conversation-files.service.ts';

/** A new conversation with an assistant that the actor may use; without a name it takes that of its first question. */
export function beginConversation(
  tx: Tx,
  actor: Actor,
  assistant: Pick<AssistantRow, 'id'>,
  { name = '', usesDraft = false }: { name?: string | undefined; usesDraft?: boolean } = {},
): Promise<ConversationRow> {
  return insertConversation(tx, {
    id: newId(),
    companyId: actor.companyId,
    assistantId: assistant.id,
    accountId: actor.accountId,
    origin: originOf(actor),
    name,
    usesDraft,
  });
}

export async function removeConversation(
  platform: Platform,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<void> {
  const row = await loadConversation(tx, actor, 'delete', id);
  await stopAnswersOf(tx, { conversationId: row.id });
  await deleteFilesOfConversations(platform, asSystemTx('the files go with their conversation', tx), [
    row.id,
  ]);
  await deleteConversationRow(tx, row);
}
