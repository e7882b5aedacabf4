import { sql } from 'drizzle-orm';
import { type AnyPgColumn, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId } from '../../platform/database/columns.ts';
import { companyReference } from '../companies/company.table.ts';

/** Folders of a company's file manager. */
export const folders = pgTable(
  'folders',
  {
    id: primaryId(),
    companyId: companyReference(),
    /** Null at the top. */
    parentId: uuid('parent_id').references((): AnyPgColumn => folders.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('folders_name').on(
      table.companyId,
      sql`coalesce(${table.parentId}, '00000000-0000-0000-0000-000000000000')`,
      sql`lower(${table.name})`,
    ),
    index('folders_parent_id').on(table.parentId),
    ofCompany(),
  ],
);

export type FolderRow = typeof folders.$inferSelect;
