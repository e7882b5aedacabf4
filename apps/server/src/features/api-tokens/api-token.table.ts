import type { ApiScope } from '@lectern/contract';
import { sql } from 'drizzle-orm';
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId } from '../../platform/database/columns.ts';
import { accounts } from '../accounts/account.table.ts';
import { companyReference } from '../companies/company.table.ts';

/** The token itself is never stored: only its SHA-256. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: primaryId(),
    companyId: companyReference(),
    /** As whom it acts. */
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    hint: text('hint').notNull(),
    scopes: text('scopes').array().$type<ApiScope[]>().notNull(),
    /** How the session began in which it was made: one of single sign-on ends with the company's provider. */
    signedInWith: text('signed_in_with', { enum: ['password', 'single_sign_on'] })
      .notNull()
      .default('password'),
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('api_tokens_name').on(table.companyId, sql`lower(${table.name})`),
    index('api_tokens_account_id').on(table.accountId),
    ofCompany(),
  ],
);

export type ApiTokenRow = typeof apiTokens.$inferSelect;
