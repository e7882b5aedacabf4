import { usageSources } from '@lectern/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId } from '../../platform/database/columns.ts';
import { companyReference } from '../companies/company.table.ts';

/** The kinds of model calls in the ledger. */
export const modelCallKinds = ['chat', 'embedding', 'rerank', 'vision', 'speech', 'voice'] as const;
export type ModelCallKind = (typeof modelCallKinds)[number];

/** The ledger: append-only, one row for each answered question (`request`) and each model call. */
export const usageRecords = pgTable(
  'usage_records',
  {
    id: primaryId(),
    companyId: companyReference(),
    /** Null for work that no person asked for. */
    accountId: uuid('account_id'),
    assistantId: uuid('assistant_id'),
    flowId: uuid('flow_id'),
    /** `request`: a question was asked; `answer`: how it ended; the others: a call of a model. */
    kind: text('kind', { enum: ['request', 'answer', ...modelCallKinds] }).notNull(),
    source: text('source', { enum: usageSources }).notNull(),
    /** Identifies the operation, so that a repeated step is recorded once. */
    operationId: text('operation_id'),
    modelId: text('model_id'),
    modelName: text('model_name'),
    promptTokens: integer('prompt_tokens').notNull().default(0),
    completionTokens: integer('completion_tokens').notNull().default(0),
    embeddingTokens: integer('embedding_tokens').notNull().default(0),
    /** What was read aloud: text-to-speech models are paid by it and tell no tokens. */
    characters: integer('characters').notNull().default(0),
    /** At the model's price at that time; null without a price. */
    cost: numeric('cost', { precision: 20, scale: 10, mode: 'number' }),
    /** The provider reported no tokens, or its stream broke: they were counted here. */
    estimated: boolean('estimated').notNull().default(false),
    durationMs: integer('duration_ms').notNull().default(0),
    outcome: text('outcome').notNull().default('ok'),
    createdAt: createdAt(),
  },
  (table) => [
    index('usage_records_company_created').on(table.companyId, table.createdAt),
    // What an assistant cost.
    index('usage_records_assistant').on(table.assistantId, table.createdAt),
    index('usage_records_created').on(table.createdAt),
    uniqueIndex('usage_records_operation')
      .on(table.companyId, table.operationId)
      .where(sql`operation_id is not null`),
    index('usage_records_requests').on(table.companyId, table.createdAt).where(sql`kind = 'request'`),
    ofCompany(),
  ],
);

/**
 * Sums of the ledger per quarter of an hour, once that time is past: pages of a month or a year read these instead.
 * Days of every time zone begin on a slot. Derived from the ledger, so they can be rebuilt.
 */
export const usageSlots = pgTable(
  'usage_slots',
  {
    companyId: companyReference(),
    slot: timestamp('slot', { withTimezone: true }).notNull(),
    requests: integer('requests').notNull(),
    answers: integer('answers').notNull(),
    failed: integer('failed').notNull(),
    modelCalls: integer('model_calls').notNull(),
    promptTokens: bigint('prompt_tokens', { mode: 'number' }).notNull(),
    completionTokens: bigint('completion_tokens', { mode: 'number' }).notNull(),
    embeddingTokens: bigint('embedding_tokens', { mode: 'number' }).notNull(),
    cost: doublePrecision('cost').notNull(),
    durationMs: bigint('duration_ms', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.slot] }),
    index('usage_slots_slot').on(table.slot),
    ofCompany(),
  ],
);

/** First day of the current month, in UTC for every company. */
export const thisMonth = sql`date_trunc('month', now() at time zone 'utc')::date`;

/**
 * Questions of a company per calendar month, UTC: incremented in the transaction that appends to the
 * ledger, under the company's lock, so that checking a limit does not count a year of rows.
 */
export const requestCounters = pgTable(
  'request_counters',
  {
    companyId: companyReference(),
    month: date('month', { mode: 'string' }).notNull(),
    requests: integer('requests').notNull(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.month] }), ofCompany()],
);
