import type {
  Assistant,
  AssistantSettings,
  ChatParameters,
  ClaimCheck,
  Language,
  RetrievalSettings,
} from '@lectern/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId, updatedAt } from '../../platform/database/columns.ts';
import { accounts } from '../accounts/account.table.ts';
import { companyReference } from '../companies/company.table.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';

export const assistants = pgTable(
  'assistants',
  {
    id: primaryId(),
    companyId: companyReference(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => accounts.id),
    name: text('name').notNull(),
    description: text('description').notNull(),
    avatar: text('avatar'),
    language: text('language').$type<Language>().notNull(),
    opener: text('opener').notNull(),
    emptyResponse: text('empty_response').notNull(),
    systemPrompt: text('system_prompt').notNull(),
    variables: jsonb('variables').$type<Assistant['variables']>().notNull(),
    retrieval: jsonb('retrieval').$type<RetrievalSettings>().notNull(),
    chatModelId: text('chat_model_id'),
    parameters: jsonb('parameters').$type<ChatParameters>().notNull(),
    showQuote: boolean('show_quote').notNull(),
    conversationMemory: integer('conversation_memory').notNull(),
    multiTurn: boolean('multi_turn').notNull().default(true),
    selfRag: boolean('self_rag').notNull().default(false),
    quoteByLlm: boolean('quote_by_llm').notNull().default(true),
    addChunkInfo: boolean('add_chunk_info').notNull().default(true),
    sortByPage: boolean('sort_by_page').notNull().default(false),
    keywordExtraction: boolean('keyword_extraction').notNull().default(false),
    crossLanguages: jsonb('cross_languages').$type<Language[]>().notNull().default([]),
    deriveFilter: boolean('derive_filter').notNull().default(false),
    claimCheck: text('claim_check').$type<ClaimCheck>().notNull().default('words'),
    mailSupport: boolean('mail_support').notNull().default(false),
    toolIds: jsonb('tool_ids').$type<string[]>().notNull().default([]),
    /** The flow that answers; it may be deleted meanwhile. */
    flowId: uuid('flow_id'),
    /** With `chosen`, the members listed in `assistant_members` may use it, besides its owner and those who run the company. */
    audience: text('audience', { enum: ['everyone', 'chosen'] })
      .notNull()
      .default('everyone'),
    /** Its owner's way to ask all knowledge bases: in no list and no quota, with the default settings. */
    isGeneral: boolean('is_general').notNull().default(false),
    /** The number of what is published; its settings are the columns above. */
    version: integer('version').notNull().default(1),
    /** Settings that were saved and not yet published. */
    draft: jsonb('draft').$type<AssistantSettings>(),
    draftSavedBy: uuid('draft_saved_by').references(() => accounts.id, { onDelete: 'set null' }),
    draftSavedAt: timestamp('draft_saved_at', { withTimezone: true }),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('assistants_name')
      .on(table.companyId, sql`lower(${table.name})`)
      .where(sql`deleted_at is null and not is_general`),
    uniqueIndex('assistants_general').on(table.companyId, table.ownerId).where(sql`is_general`),
    ofCompany(),
  ],
);

export type AssistantRow = typeof assistants.$inferSelect;

/** The settings of an assistant as they were published, one row for each time. */
export const assistantVersions = pgTable(
  'assistant_versions',
  {
    id: primaryId(),
    companyId: companyReference(),
    assistantId: uuid('assistant_id')
      .notNull()
      .references(() => assistants.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    settings: jsonb('settings').$type<AssistantSettings>().notNull(),
    note: text('note').notNull(),
    publishedBy: uuid('published_by').references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('assistant_versions_number').on(table.assistantId, table.number),
    index('assistant_versions_published_by').on(table.publishedBy),
    ofCompany(),
  ],
);

export type AssistantVersionRow = typeof assistantVersions.$inferSelect;

export const assistantKnowledgeBases = pgTable(
  'assistant_knowledge_bases',
  {
    companyId: companyReference(),
    assistantId: uuid('assistant_id')
      .notNull()
      .references(() => assistants.id, { onDelete: 'cascade' }),
    knowledgeBaseId: uuid('knowledge_base_id')
      .notNull()
      .references(() => knowledgeBases.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.assistantId, table.knowledgeBaseId] }),
    index('assistant_knowledge_bases_knowledge_base_id').on(table.knowledgeBaseId),
    ofCompany(),
  ],
);

/** Who may use an assistant of the audience `chosen`. */
export const assistantMembers = pgTable(
  'assistant_members',
  {
    companyId: companyReference(),
    assistantId: uuid('assistant_id')
      .notNull()
      .references(() => assistants.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.assistantId, table.accountId] }),
    index('assistant_members_account_id').on(table.accountId),
    ofCompany(),
  ],
);
