import type { Challenge, Language } from '@lectern/contract';
import { index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId } from '../../platform/database/columns.ts';
import { accounts } from '../accounts/account.table.ts';

/** What a code permits: to switch the second factor, or to make the account that somebody asked for. */
export type ChallengePurpose = {
  enabled?: boolean;
  signUp?: { username: string; passwordHash: string; language: Language };
};

/**
 * Codes that were mailed. One for an address without an account is kept too, so that it answers like
 * any other; nothing can come of it.
 */
export const challenges = pgTable(
  'challenges',
  {
    id: primaryId(),
    kind: text('kind').$type<Challenge['kind']>().notNull(),
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    codeHash: text('code_hash').notNull(),
    /** What the code permits, such as `{ enabled: true }`. */
    purpose: jsonb('purpose').$type<ChallengePurpose>().notNull().default({}),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [index('challenges_account_id').on(table.accountId), index('challenges_email').on(table.email)],
);

export type ChallengeRow = typeof challenges.$inferSelect;
