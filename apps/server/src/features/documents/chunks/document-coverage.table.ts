import type { DocumentCoverage } from '@lectern/contract';
import { integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { ofCompany } from '../../../platform/database/columns.ts';
import { companyReference } from '../../companies/company.table.ts';
import { documents } from '../document.table.ts';

/** What a parse left out of the chunks of a document, and why. */
export const documentCoverages = pgTable(
  'document_coverages',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** The parse that measured it, as of its chunks. */
    version: integer('version').notNull(),
    companyId: companyReference(),
    words: integer('words').notNull(),
    leftOutWords: integer('left_out_words').notNull(),
    missingWords: integer('missing_words').notNull(),
    leftOut: jsonb('left_out').$type<DocumentCoverage['leftOut']>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.version] }), ofCompany()],
);
