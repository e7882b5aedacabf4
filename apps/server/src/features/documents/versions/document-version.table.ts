import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId } from '../../../platform/database/columns.ts';
import { accounts } from '../../accounts/account.table.ts';
import { companyReference } from '../../companies/company.table.ts';
import { files } from '../../file-storage/file.table.ts';
import { documents } from '../document.table.ts';

/** The files that a document has and had, from its first replacement on. */
export const documentVersions = pgTable(
  'document_versions',
  {
    id: primaryId(),
    companyId: companyReference(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id),
    format: text('format').notNull(),
    /** As its chunks held it when it was replaced; null where it was never read. */
    text: text('text'),
    addedBy: uuid('added_by').references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('document_versions_number').on(table.documentId, table.number),
    index('document_versions_file_id').on(table.fileId),
    index('document_versions_added_by').on(table.addedBy),
    index('document_versions_company_id').on(table.companyId),
    ofCompany(),
  ],
);

export type DocumentVersionRow = typeof documentVersions.$inferSelect;
