import { originOf } from '../../platform/actor.ts';
import { definePolicy } from '../../platform/authorized.ts';
import type { ConversationRow } from './conversation.table.ts';

/** People have conversations to themselves; API tokens and impersonators have only those that they began. */
export const conversationPolicy = definePolicy<ConversationRow>({ notFound: 'conversation.not_found' }).allow(
  ['read', 'update', 'delete'],
  (actor, conversation) =>
    conversation.accountId === actor.accountId && conversation.origin === originOf(actor),
);
