import type { ShareAudience } from '@lectern/contract';
import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId } from '../../platform/database/columns.ts';
import { accounts } from '../accounts/account.table.ts';
import { companyReference } from '../companies/company.table.ts';
import { conversations } from '../conversations/conversation.table.ts';

/** A link to a conversation. The secret in it is never stored: only its SHA-256. */
export const conversationShares = pgTable(
  'conversation_shares',
  {
    id: primaryId(),
    companyId: companyReference(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** With whose rights it is shown. */
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull().unique(),
    hint: text('hint').notNull(),
    audience: text('audience').$type<ShareAudience>().notNull(),
    /** What it shows; a message that is deleted is gone from the link too. */
    messageIds: uuid('message_ids').array().notNull(),
    sharedAt: timestamp('shared_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    index('conversation_shares_conversation_id').on(table.conversationId),
    index('conversation_shares_account_id').on(table.accountId),
    ofCompany(),
  ],
);

export type ShareRow = typeof conversationShares.$inferSelect;
