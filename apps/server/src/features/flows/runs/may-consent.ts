import type { Platform } from '../../../platform/platform.ts';
import { findConversation, findConversationOf } from '../../conversations/conversation.queries.ts';
import type { Acting } from './acting.ts';

/** Whether whoever uses the run may allow what changes something: people of the company may, a website's visitors not. */
export async function mayConsent({ database }: Platform, { run }: Pick<Acting, 'run'>): Promise<boolean> {
  const { answerId, companyId } = run;
  if (answerId === null) return true;
  return database.withCompany(companyId, async (tx) => {
    const conversationId = await findConversationOf(tx, answerId);
    const conversation =
      conversationId === undefined ? undefined : await findConversation(tx, conversationId);
    return conversation !== undefined && !conversation.origin.startsWith('visitor:');
  });
}
