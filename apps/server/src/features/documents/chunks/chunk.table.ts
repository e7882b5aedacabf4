import type { FieldValue } from '@lectern/chunking';
import type { Box, ChunkKind } from '@lectern/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, createdAt, ofCompany, primaryId } from '../../../platform/database/columns.ts';
import { companyReference } from '../../companies/company.table.ts';
import { documents } from '../document.table.ts';

/** The truth about chunks; the index is made from these rows and can be made again. */
export const chunks = pgTable(
  'chunks',
  {
    id: primaryId(),
    companyId: companyReference(),
    knowledgeBaseId: uuid('knowledge_base_id').notNull(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** The parse that made it; only those of the document's active version are shown or found. */
    version: integer('version').notNull(),
    ordinal: integer('ordinal').notNull(),
    text: text('text').notNull(),
    kind: text('kind').$type<ChunkKind>().notNull().default('text'),
    keywords: text('keywords').array().notNull().default(sql`'{}'`),
    questions: text('questions').array().notNull().default(sql`'{}'`),
    headingPath: text('heading_path').array().notNull().default(sql`'{}'`),
    enabled: boolean('enabled').notNull().default(true),
    edited: boolean('edited').notNull().default(false),
    tokens: integer('tokens').notNull(),
    page: integer('page'),
    pageEnd: integer('page_end'),
    boxes: jsonb('boxes').$type<Box[]>().notNull().default([]),
    charStart: integer('char_start'),
    charEnd: integer('char_end'),
    /** The figure, slide or page picture to show with it, in the object store. */
    imageKey: text('image_key'),
    /** Kind `row`: the table it is of, and its cells by column key. Kind `profile`: facts by field name. */
    tableId: uuid('table_id'),
    fields: jsonb('fields').$type<Record<string, FieldValue>>(),
    /** Kind `summary`: the chunks it was written over. */
    sourceChunkIds: uuid('source_chunk_ids').array(),
    /** When keywords, questions and descriptions were made: such a chunk is not asked about again. */
    enrichedAt: timestamp('enriched_at', { withTimezone: true }),
    /** Little-endian float32; kept so that the index can be rebuilt without paying a provider again. */
    vector: bytea('vector'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('chunks_document_version_ordinal').on(table.documentId, table.version, table.ordinal),
    index('chunks_knowledge_base_disabled').on(table.knowledgeBaseId).where(sql`not enabled`),
    // The maps of documents, which are never found and so are asked for apart.
    index('chunks_contents').on(table.knowledgeBaseId, table.documentId).where(sql`kind = 'contents'`),
    index('chunks_image_key').on(table.imageKey).where(sql`image_key is not null`),
    index('chunks_table_id').on(table.tableId).where(sql`table_id is not null`),
    ofCompany(),
  ],
);

export type ChunkRow = typeof chunks.$inferSelect;
