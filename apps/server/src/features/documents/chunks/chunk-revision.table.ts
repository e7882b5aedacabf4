import type { Box, ChunkChange, ChunkKind } from '@lectern/contract';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId } from '../../../platform/database/columns.ts';
import { companyReference } from '../../companies/company.table.ts';
import { documents } from '../document.table.ts';

/** A chunk as it was, without its vector. */
export type ChunkSnapshot = {
  id: string;
  ordinal: number;
  text: string;
  kind: ChunkKind;
  keywords: string[];
  questions: string[];
  headingPath: string[];
  enabled: boolean;
  edited: boolean;
  page: number | null;
  pageEnd: number | null;
  boxes: Box[];
  charStart: number | null;
  charEnd: number | null;
  imageKey: string | null;
};

/** Changes of chunks by hand, so that each can be undone until the document is parsed again. */
export const chunkRevisions = pgTable(
  'chunk_revisions',
  {
    id: primaryId(),
    companyId: companyReference(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** The parse whose chunks were changed. */
    version: integer('version').notNull(),
    change: text('change').$type<ChunkChange>().notNull(),
    /** The chunks that the change left. */
    chunkIds: uuid('chunk_ids').array().notNull(),
    before: jsonb('before').$type<ChunkSnapshot[]>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('chunk_revisions_document').on(table.documentId, table.version), ofCompany()],
);

export type ChunkRevisionRow = typeof chunkRevisions.$inferSelect;
