import { sql } from 'drizzle-orm';
import { doublePrecision, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ofCompany, plainText } from '../../../platform/database/columns.ts';
import { companyReference } from '../../companies/company.table.ts';
import { documents } from '../document.table.ts';

/**
 * The tags and field values of documents, one a row: what filters are answered from, as rows of documents are too wide
 * to be read by the hundred thousand. Derived from `documents`, which it is written with.
 */
export const documentLabels = pgTable(
  'document_labels',
  {
    companyId: companyReference(),
    knowledgeBaseId: uuid('knowledge_base_id').notNull(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['tag', 'text', 'number', 'yes_no'] }).notNull(),
    /** Key of the metadata field; empty for a tag. */
    field: text('field').notNull(),
    /** In lower case; null for a number. */
    value: plainText('value'),
    number: doublePrecision('number'),
  },
  ({ companyId, knowledgeBaseId, documentId, kind, field, value, number }) => [
    // All that a filter reads, the company for row-level security: the table itself is not touched.
    index('document_labels_value')
      .on(knowledgeBaseId, kind, field, value, documentId, companyId)
      .where(sql`number is null`),
    index('document_labels_number')
      .on(knowledgeBaseId, field, number, documentId, companyId)
      .where(sql`number is not null`),
    index('document_labels_document_id').on(documentId),
    ofCompany(),
  ],
);
