import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId, updatedAt } from '../../platform/database/columns.ts';
import { companyReference } from '../companies/company.table.ts';

/** PDFs that Office files are shown as. Kept by content: a file that is in several knowledge bases is laid out once. */
export const pdfCopies = pgTable(
  'pdf_copies',
  {
    id: primaryId(),
    companyId: companyReference(),
    /** Of the file's bytes. */
    sha256: text('sha256').notNull(),
    /** As which the bytes were read, an id. */
    format: text('format').notNull(),
    state: text('state', { enum: ['preparing', 'ready', 'failed'] }).notNull(),
    /** Why it failed. */
    reason: text('reason'),
    /** The PDF, once it is ready. */
    objectKey: text('object_key'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    createdAt: createdAt(),
    /** When the state last changed. */
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('pdf_copies_content').on(table.companyId, table.sha256, table.format),
    index('pdf_copies_object_key').on(table.objectKey),
    ofCompany(),
  ],
);

export type PdfCopyRow = typeof pdfCopies.$inferSelect;
