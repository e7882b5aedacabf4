import type {
  ChunkOptions,
  EnrichmentOptions,
  FolderRule,
  MetadataField,
  ReadingOptions,
} from '@lectern/contract';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId, updatedAt } from '../../platform/database/columns.ts';
import { accounts } from '../accounts/account.table.ts';
import { companyReference } from '../companies/company.table.ts';

export const knowledgeBases = pgTable(
  'knowledge_bases',
  {
    id: primaryId(),
    companyId: companyReference(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => accounts.id),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    photo: text('photo'),
    language: text('language').notNull().default('en'),
    permission: text('permission', { enum: ['me', 'team'] })
      .notNull()
      .default('me'),
    embeddingModelId: text('embedding_model_id').notNull(),
    chunkMethod: text('chunk_method').notNull(),
    chunkOptions: jsonb('chunk_options').$type<ChunkOptions>().notNull(),
    readingOptions: jsonb('reading_options').$type<ReadingOptions>().notNull(),
    enrichmentOptions: jsonb('enrichment_options').$type<Partial<EnrichmentOptions>>().notNull().default({}),
    folderWeight: doublePrecision('folder_weight').notNull(),
    /** Defaults of its retrieval tests and of new assistants. */
    topK: integer('top_k').notNull().default(1_024),
    rerankModelId: text('rerank_model_id'),
    metadataFields: jsonb('metadata_fields').$type<MetadataField[]>().notNull().default([]),
    folderRules: jsonb('folder_rules').$type<FolderRule[]>().notNull().default([]),
    /** Generation of its vectors: grows with each re-embedding, and names the index table. */
    generation: integer('generation').notNull().default(0),
    /** The form in which its index was found complete; questions wait while it is built in another. */
    indexForm: text('index_form'),
    /** Soft deletion: a job removes index and objects first and the row last. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    /** An import still fills it. Nobody sees it until it is published. */
    isDraft: boolean('is_draft').notNull().default(false),
    /** Holds the files of this conversation: in no list and no quota, and its person's alone. */
    conversationId: uuid('conversation_id').unique(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('knowledge_bases_name')
      .on(table.companyId, sql`lower(${table.name})`)
      .where(sql`deleted_at is null and not is_draft and conversation_id is null`),
    index('knowledge_bases_company_id').on(table.companyId),
    ofCompany(),
  ],
);

export type KnowledgeBaseRow = typeof knowledgeBases.$inferSelect;

/** Holds for knowledge bases that people see and answers use: not deleted, no drafts, no files of a conversation. */
export function isActiveKnowledgeBase(): SQL | undefined {
  return and(isIndexedKnowledgeBase(), isNull(knowledgeBases.conversationId));
}

/** Holds for those too that keep the files of a conversation. */
export function isIndexedKnowledgeBase(): SQL | undefined {
  return and(isNull(knowledgeBases.deletedAt), eq(knowledgeBases.isDraft, false));
}
