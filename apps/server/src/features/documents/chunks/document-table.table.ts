import type { ChunkTable } from '@lectern/chunking';
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ofCompany, primaryId } from '../../../platform/database/columns.ts';
import { companyReference } from '../../companies/company.table.ts';
import { documents } from '../document.table.ts';

/** Sheets and tables whose rows are chunks with typed fields; questions over their columns are answered from these. */
export const documentTables = pgTable(
  'document_tables',
  {
    id: primaryId(),
    companyId: companyReference(),
    knowledgeBaseId: uuid('knowledge_base_id').notNull(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** The parse that read it, as of its chunks. */
    version: integer('version').notNull(),
    name: text('name').notNull(),
    page: integer('page'),
    columns: jsonb('columns').$type<ChunkTable['columns']>().notNull(),
    rowCount: integer('row_count').notNull(),
  },
  (table) => [
    index('document_tables_knowledge_base_id').on(table.knowledgeBaseId),
    index('document_tables_document_id').on(table.documentId, table.version),
    ofCompany(),
  ],
);
