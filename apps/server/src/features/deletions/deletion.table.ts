import { goneNouns } from '@lectern/contract';
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { ofCompany, primaryId } from '../../platform/database/columns.ts';
import { companyReference } from '../companies/company.table.ts';

/** Ids of what was deleted, and nothing of its contents: whoever follows an old link is told why it leads nowhere. */
export const deletions = pgTable(
  'deletions',
  {
    id: primaryId(),
    companyId: companyReference(),
    noun: text('noun', { enum: goneNouns }).notNull(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('deletions_company_id').on(table.companyId),
    index('deletions_deleted_at').on(table.deletedAt),
    ofCompany(),
  ],
);
