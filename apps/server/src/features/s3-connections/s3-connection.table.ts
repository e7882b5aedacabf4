import type { ErrorCode, S3ImportStage, S3ObjectState } from '@lectern/contract';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId } from '../../platform/database/columns.ts';
import { runColumns } from '../../platform/runs/columns.ts';
import { accounts } from '../accounts/account.table.ts';
import { companyReference } from '../companies/company.table.ts';
import { files } from '../file-storage/file.table.ts';
import { folders } from '../file-storage/folder.table.ts';

/** Buckets that a company imports files from. */
export const s3Connections = pgTable(
  's3_connections',
  {
    id: primaryId(),
    companyId: companyReference(),
    name: text('name').notNull(),
    /** Null: Amazon's own. */
    endpoint: text('endpoint'),
    region: text('region').notNull(),
    bucket: text('bucket').notNull(),
    prefix: text('prefix').notNull().default(''),
    accessKeyId: text('access_key_id').notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    secretEnding: text('secret_ending').notNull().default(''),
    pathStyle: boolean('path_style').notNull().default(true),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('s3_connections_name').on(table.companyId, sql`lower(${table.name})`), ofCompany()],
);

export type S3ConnectionRow = typeof s3Connections.$inferSelect;

/** Imports out of buckets, as a person sees them. */
export const s3Imports = pgTable(
  's3_imports',
  {
    id: primaryId(),
    companyId: companyReference(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => s3Connections.id, { onDelete: 'cascade' }),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => accounts.id),
    folderId: uuid('folder_id').references(() => folders.id, { onDelete: 'set null' }),
    /** Without a folder by choice, not because it was deleted. */
    toTop: boolean('to_top').notNull(),
    selection: jsonb('selection').$type<{ keys: string[]; prefixes: string[] }>().notNull(),
    ...runColumns<S3ImportStage>(),
    listed: boolean('listed').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index('s3_imports_company_id').on(table.companyId, table.createdAt),
    index('s3_imports_connection_id').on(table.connectionId),
    index('s3_imports_owner_id').on(table.ownerId),
    index('s3_imports_folder_id').on(table.folderId),
    ofCompany(),
  ],
);

export type S3ImportRow = typeof s3Imports.$inferSelect;

/** The objects of an import. Those that wait are what is left to do, so that an import continues where it stopped. */
export const s3ImportObjects = pgTable(
  's3_import_objects',
  {
    id: primaryId(),
    companyId: companyReference(),
    importId: uuid('import_id')
      .notNull()
      .references(() => s3Imports.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** The folders to keep between the target and the file, joined by `/`. */
    path: text('path').notNull().default(''),
    /** Null until it is known. */
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    etag: text('etag'),
    state: text('state').$type<S3ObjectState>().notNull().default('waiting'),
    reasonCode: text('reason_code').$type<ErrorCode>(),
    reasonDetails: jsonb('reason_details').$type<Record<string, unknown>>(),
    /** The file that it became, or that an earlier import made of it. */
    fileId: uuid('file_id').references(() => files.id, { onDelete: 'set null' }),
  },
  (table) => [
    uniqueIndex('s3_import_objects_key').on(table.importId, table.key),
    index('s3_import_objects_state').on(table.importId, table.state),
    index('s3_import_objects_company_key').on(table.companyId, table.key),
    // Asked by the foreign key when a file goes.
    index('s3_import_objects_file_id').on(table.fileId),
    ofCompany(),
  ],
);

export type S3ImportObjectRow = typeof s3ImportObjects.$inferSelect;
