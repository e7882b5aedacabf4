import type { ArchiveStage } from '@lectern/contract';
import { bigint, boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId } from '../../platform/database/columns.ts';
import { runColumns } from '../../platform/runs/columns.ts';
import { accounts } from '../accounts/account.table.ts';
import { companyReference } from '../companies/company.table.ts';

/** Exports and imports of knowledge bases. */
export const archiveTasks = pgTable(
  'archive_tasks',
  {
    id: primaryId(),
    companyId: companyReference(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    direction: text('direction', { enum: ['export', 'import'] }).notNull(),
    /** What is exported, or what an import is making: not yet born until it is finished. */
    knowledgeBaseId: uuid('knowledge_base_id'),
    name: text('name').notNull(),
    ...runColumns<ArchiveStage>(),
    documentCount: integer('document_count').notNull().default(0),
    /** Import: documents that are wholly there, in the order of the archive. */
    documentsDone: integer('documents_done').notNull().default(0),
    withVectors: boolean('with_vectors'),
    /** The archive: of an export when it is finished, of an import until it is. */
    objectKey: text('object_key'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    sha256: text('sha256'),
    /** When what is left of an ended task is cleared away. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    index('archive_tasks_company_id').on(table.companyId, table.createdAt),
    index('archive_tasks_owner_id').on(table.ownerId),
    index('archive_tasks_object_key').on(table.objectKey),
    ofCompany(),
  ],
);

export type ArchiveTaskRow = typeof archiveTasks.$inferSelect;
