import type {
  ChunkOptions,
  EnrichmentOptions,
  ErrorCode,
  FieldValues,
  ParseStage,
  ProgressMessage,
  ReadingOptions,
} from '@lectern/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId } from '../../platform/database/columns.ts';
import { companyReference } from '../companies/company.table.ts';
import { files } from '../file-storage/file.table.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';

export const documents = pgTable(
  'documents',
  {
    id: primaryId(),
    companyId: companyReference(),
    knowledgeBaseId: uuid('knowledge_base_id')
      .notNull()
      .references(() => knowledgeBases.id),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    name: text('name').notNull(),
    title: text('title'),
    format: text('format').notNull(),
    pageCount: integer('page_count'),
    enabled: boolean('enabled').notNull().default(true),
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
    tags: text('tags').array().notNull().default([]),
    /** Of the metadata fields of the base; values of a field that is gone stay here and are not shown. */
    fieldValues: jsonb('field_values').$type<FieldValues>().notNull().default({}),
    chunkMethod: text('chunk_method').notNull(),
    chunkOptions: jsonb('chunk_options').$type<ChunkOptions>().notNull(),
    readingOptions: jsonb('reading_options').$type<ReadingOptions>().notNull(),
    enrichmentOptions: jsonb('enrichment_options').$type<Partial<EnrichmentOptions>>().notNull().default({}),
    /** The page it was imported from. */
    sourceUrl: text('source_url'),
    /** Page one's text, where the options ask for it: found with every chunk and shown to the model. */
    firstPageText: text('first_page_text'),
    /** Of the text as read, spaces folded: the same in another format or under another name. */
    textSha256: text('text_sha256'),

    status: text('status', { enum: ['unstarted', 'parsing', 'cancelled', 'success', 'fail'] })
      .notNull()
      .default('unstarted'),
    stage: text('stage').$type<ParseStage>(),
    percent: doublePrecision('percent').notNull().default(0),
    messages: jsonb('messages').$type<ProgressMessage[]>().notNull().default([]),
    errorCode: text('error_code').$type<ErrorCode>(),
    errorDetail: text('error_detail'),
    waitingReason: text('waiting_reason'),
    processBeginAt: timestamp('process_begin_at', { withTimezone: true }),
    processDurationMs: integer('process_duration_ms'),
    /** When a step of the parse last got on: a provider that is down is waited for from then. */
    progressAt: timestamp('progress_at', { withTimezone: true }),

    /** Number of the last parse: jobs and chunks of an older one are obsolete. */
    parseVersion: integer('parse_version').notNull().default(0),
    /** The parse whose chunks answer questions; 0: none yet. */
    activeVersion: integer('active_version').notNull().default(0),
    /** The number of its file; grows when the file is replaced, and goes back with it. */
    fileVersion: integer('file_version').notNull().default(1),
    /** The file that its chunks were made of. */
    activeFileVersion: integer('active_file_version').notNull().default(1),
    chunkCount: integer('chunk_count').notNull().default(0),
    /** Bytes of the pictures of its chunks: they count into the company's storage. */
    pictureBytes: bigint('picture_bytes', { mode: 'number' }).notNull().default(0),
    /** The readable form, made by the parse of `activeVersion`; null for formats that a browser draws itself. */
    renderedKey: text('rendered_key'),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    index('documents_knowledge_base_id').on(table.knowledgeBaseId, table.createdAt),
    index('documents_company_status').on(table.companyId, table.status),
    // Every question asks for what is not to be found: seldom more than a few of a base's documents.
    index('documents_switched_off')
      .on(table.knowledgeBaseId)
      .where(sql`(not enabled or deleted_at is not null)`),
    // What filters compare, names included: a row of this table is twenty times as wide.
    index('documents_properties').on(
      table.knowledgeBaseId,
      table.id,
      table.companyId,
      table.format,
      table.createdAt,
      table.name,
    ),
    index('documents_text_sha256').on(table.knowledgeBaseId, table.textSha256),
    // Whether a file is still used is asked when it goes, also by the foreign key.
    index('documents_file_id').on(table.fileId),
    ofCompany(),
  ],
);

export type DocumentRow = typeof documents.$inferSelect;
