import type { Platform } from '../../../platform/platform.ts';
import { deleteConversationRows } from '../../conversations/conversation.queries.ts';
import { deleteWhatHasEnded, listForgottenConversations } from './visitor.queries.ts';

/** Deleted in one transaction: few enough that nothing waits for it. */
const atOnce = 500;

/** Deletes conversations that their widget keeps no longer, then credentials and visitors that have ended. */
export async function endVisits({ database }: Platform): Promise<void> {
  let deleted: number;
  do {
    deleted = await database.asSystem('conversations of visitors are kept for a time', async (tx) => {
      const ids = await listForgottenConversations(tx, atOnce);
      await deleteConversationRows(tx, ids);
      return ids.length;
    });
  } while (deleted === atOnce);
  await database.asSystem('visits of every company end', deleteWhatHasEnded);
}
