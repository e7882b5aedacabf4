import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId } from '../../platform/database/columns.ts';
import { companies } from '../companies/company.table.ts';

/** The ledger: append-only, one row for each answered question (`request`) and each model call. */
export const usageRecords = pgTable(
  'usage_records',
  {
    id: primaryId(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    /** Null for work that no person asked for. */
    accountId: uuid('account_id'),
    assistantId: uuid('assistant_id'),
    kind: text('kind', { enum: ['request', 'chat', 'embedding', 'rerank'] }).notNull(),
    source: text('source', { enum: ['app', 'ingest', 'retrieval_test'] }).notNull(),
    modelId: text('model_id'),
    modelName: text('model_name'),
    promptTokens: integer('prompt_tokens').notNull().default(0),
    completionTokens: integer('completion_tokens').notNull().default(0),
    embeddingTokens: integer('embedding_tokens').notNull().default(0),
    durationMs: integer('duration_ms').notNull().default(0),
    outcome: text('outcome').notNull().default('ok'),
    createdAt: createdAt(),
  },
  (table) => [
    index('usage_records_company_created').on(table.companyId, table.createdAt),
    index('usage_records_requests').on(table.companyId, table.createdAt).where(sql`kind = 'request'`),
    ofCompany(),
  ],
);
