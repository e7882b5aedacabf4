import type { DocumentFilter } from '@lectern/contract';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId } from '../../platform/database/columns.ts';
import { accounts } from '../accounts/account.table.ts';
import { companyReference } from '../companies/company.table.ts';

export const savedSearches = pgTable(
  'saved_searches',
  {
    id: primaryId(),
    companyId: companyReference(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Whose hand it was, as of conversations. */
    origin: text('origin').notNull(),
    name: text('name').notNull(),
    question: text('question').notNull(),
    knowledgeBaseIds: uuid('knowledge_base_ids').array().notNull(),
    filter: jsonb('filter').$type<DocumentFilter>(),
    filters: jsonb('filters').$type<Record<string, string[]>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('saved_searches_name').on(
      table.companyId,
      table.accountId,
      table.origin,
      sql`lower(${table.name})`,
    ),
    index('saved_searches_account_id').on(table.accountId),
    ofCompany(),
  ],
);

export type SavedSearchRow = typeof savedSearches.$inferSelect;

/** The model call of a summary that is being written: should its process die, the call is booked from here. */
export const summaryCalls = pgTable(
  'summary_calls',
  {
    /** Of the search. */
    id: primaryId(),
    companyId: companyReference(),
    accountId: uuid('account_id').notNull(),
    source: text('source', { enum: ['app', 'api', 'widget'] }).notNull(),
    modelId: text('model_id').notNull(),
    modelName: text('model_name').notNull(),
    promptTokens: integer('prompt_tokens').notNull(),
    completionTokens: integer('completion_tokens').notNull().default(0),
    heartbeatAt: timestamp('heartbeat_at', { withTimezone: true }).notNull().defaultNow(),
    createdAt: createdAt(),
  },
  () => [ofCompany()],
);

export type SummaryCallRow = typeof summaryCalls.$inferSelect;
