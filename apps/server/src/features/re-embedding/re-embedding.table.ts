import type { ReEmbeddingStage } from '@lectern/contract';
import {
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { bytea, ofCompany } from '../../platform/database/columns.ts';
import { runColumns } from '../../platform/runs/columns.ts';
import { companyReference } from '../companies/company.table.ts';
import { chunks } from '../documents/chunks/chunk.table.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';

const base = () =>
  uuid('knowledge_base_id')
    .notNull()
    .references(() => knowledgeBases.id, { onDelete: 'cascade' });

/** The last re-embedding of each knowledge base. */
export const reEmbeddings = pgTable(
  're_embeddings',
  {
    knowledgeBaseId: base().primaryKey(),
    companyId: companyReference(),
    ...runColumns<ReEmbeddingStage>(),
    embeddingModelId: text('embedding_model_id').notNull(),
    folderWeight: doublePrecision('folder_weight').notNull(),
    /** The generation that is built, never an existing one. A failed one is continued. */
    generation: integer('generation').notNull(),
    /** Grows with each start: a job of an older version is obsolete. */
    requestedVersion: integer('requested_version').notNull().default(1),
    embeddedChunks: integer('embedded_chunks').notNull().default(0),
    totalChunks: integer('total_chunks').notNull().default(0),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
    /** When a step last got on: a provider that is down is waited for from then. */
    progressAt: timestamp('progress_at', { withTimezone: true }).notNull().defaultNow(),
  },
  () => [ofCompany()],
);

export type ReEmbeddingRow = typeof reEmbeddings.$inferSelect;

/** New vectors, until they take the place of the old. */
export const reEmbeddedChunks = pgTable(
  're_embedded_chunks',
  {
    companyId: companyReference(),
    knowledgeBaseId: uuid('knowledge_base_id').notNull(),
    chunkId: uuid('chunk_id')
      .notNull()
      .references(() => chunks.id, { onDelete: 'cascade' }),
    generation: integer('generation').notNull(),
    /** Of the words that were embedded, see `sourceOfChunk`: a chunk edited since has no new vector yet. */
    source: text('source').notNull(),
    /** Little-endian float32. */
    vector: bytea('vector').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chunkId, table.generation] }),
    index('re_embedded_chunks_base').on(table.knowledgeBaseId, table.generation),
    ofCompany(),
  ],
);

/** What the new index holds of which document; rows outlive their document, so that it is taken out. */
export const reEmbeddedDocuments = pgTable(
  're_embedded_documents',
  {
    companyId: companyReference(),
    knowledgeBaseId: base(),
    documentId: uuid('document_id').notNull(),
    generation: integer('generation').notNull(),
    /** Of the chunks that were written, see `documentsToWrite`. */
    fingerprint: text('fingerprint').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.knowledgeBaseId, table.generation, table.documentId] }),
    ofCompany(),
  ],
);
