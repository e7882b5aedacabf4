import { fileShelves } from '@lectern/contract';
import { bigint, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId } from '../../platform/database/columns.ts';
import { accounts } from '../accounts/account.table.ts';
import { companyReference } from '../companies/company.table.ts';
import { folders } from './folder.table.ts';

/** Stored uploads. A document is one of these inside a knowledge base. */
export const files = pgTable(
  'files',
  {
    id: primaryId(),
    companyId: companyReference(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => accounts.id),
    /** Null at the top, and on the shelf `base`. */
    folderId: uuid('folder_id').references(() => folders.id),
    /** `base`: uploaded straight into a knowledge base, it goes with its last document. */
    shelf: text('shelf', { enum: fileShelves }).notNull().default('base'),
    name: text('name').notNull(),
    objectKey: text('object_key').notNull(),
    sha256: text('sha256').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    index('files_company_id').on(table.companyId),
    index('files_folder_id').on(table.folderId),
    // Whether bytes are still needed, and who else has them.
    index('files_object_key').on(table.objectKey),
    // Whether an account may go is asked by the foreign key.
    index('files_owner_id').on(table.ownerId),
    ofCompany(),
  ],
);

export type FileRow = typeof files.$inferSelect;
