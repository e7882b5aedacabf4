import type { RecognisedPage, SpeechSegment } from '@lectern/parsing';
import { integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId } from '../../platform/database/columns.ts';
import { companyReference } from '../companies/company.table.ts';

/**
 * What was recognised on pages without a text layer, and heard in recordings. Kept by the content of the file, so that
 * no page is recognised twice: not after a crash, not when the document is cut another way.
 */
export const pageReadings = pgTable(
  'page_readings',
  {
    id: primaryId(),
    companyId: companyReference(),
    /** Of the file's bytes. */
    sha256: text('sha256').notNull(),
    /** Engine with its languages, or the id of the model. */
    engine: text('engine').notNull(),
    /** 1-based; 0 for a recording as a whole. */
    page: integer('page').notNull(),
    reading: jsonb('reading').$type<RecognisedPage | { speech: SpeechSegment[] }>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('page_readings_page').on(table.companyId, table.sha256, table.engine, table.page),
    ofCompany(),
  ],
);
