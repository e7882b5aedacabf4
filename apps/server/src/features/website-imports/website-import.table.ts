import type {
  WebsiteImportSettings,
  WebsiteImportStage,
  WebsitePage,
  WebsitePageState,
} from '@lectern/contract';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId } from '../../platform/database/columns.ts';
import { runColumns } from '../../platform/runs/columns.ts';
import { accounts } from '../accounts/account.table.ts';
import { companyReference } from '../companies/company.table.ts';
import { documents } from '../documents/document.table.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';

export const websiteImports = pgTable(
  'website_imports',
  {
    id: primaryId(),
    companyId: companyReference(),
    knowledgeBaseId: uuid('knowledge_base_id')
      .notNull()
      .references(() => knowledgeBases.id, { onDelete: 'cascade' }),
    /** Who began the newest run by hand: it acts with that person's rights. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => accounts.id),
    url: text('url').notNull(),
    /** Where the first page really is, if the site sends its readers on: pages belong to that site. */
    movedTo: text('moved_to'),
    settings: jsonb('settings').$type<WebsiteImportSettings>().notNull(),
    ...runColumns<WebsiteImportStage>(),
    /** Runs begun so far: jobs of an older number are obsolete. */
    run: integer('run').notNull().default(0),
    /** The sitemap of this run was read. */
    seeded: boolean('seeded').notNull().default(false),
    limitReached: boolean('limit_reached').notNull().default(false),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull().defaultNow(),
    nextRunAt: timestamp('next_run_at', { withTimezone: true }),
    /** Soft deletion: a job removes the documents first and the row last. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    index('website_imports_knowledge_base_id').on(table.knowledgeBaseId, table.createdAt),
    index('website_imports_company_status').on(table.companyId, table.state),
    index('website_imports_next_run_at').on(table.nextRunAt),
    index('website_imports_owner_id').on(table.ownerId),
    ofCompany(),
  ],
);

export type WebsiteImportRow = typeof websiteImports.$inferSelect;

/** The known pages of an import, and the frontier of a run, so that it continues where it stopped. */
export const websitePages = pgTable(
  'website_pages',
  {
    id: primaryId(),
    companyId: companyReference(),
    importId: uuid('import_id')
      .notNull()
      .references(() => websiteImports.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    /** Equal for addresses that show the same page. */
    urlKey: text('url_key').notNull(),
    /** The link of the import, or where that sends its readers. */
    first: boolean('first').notNull().default(false),
    depth: integer('depth').notNull().default(0),
    foundOn: text('found_on'),
    state: text('state').$type<WebsitePageState>().notNull().default('waiting'),
    reason: text('reason').$type<NonNullable<WebsitePage['reason']>>(),
    httpStatus: integer('http_status'),
    sameAs: text('same_as'),
    title: text('title').notNull().default(''),
    documentId: uuid('document_id').references(() => documents.id, { onDelete: 'set null' }),
    /** It was made a document: one that is gone without our doing was deleted by hand. */
    kept: boolean('kept').notNull().default(false),
    etag: text('etag'),
    lastModified: text('last_modified'),
    textHash: text('text_hash'),
    rendered: boolean('rendered').notNull().default(false),
    visitedAt: timestamp('visited_at', { withTimezone: true }),
    changedAt: timestamp('changed_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('website_pages_url_key').on(table.importId, table.urlKey),
    index('website_pages_state').on(table.importId, table.state, table.depth),
    index('website_pages_text_hash').on(table.importId, table.textHash),
    // Asked by the foreign key when a document goes.
    index('website_pages_document_id').on(table.documentId),
    index('website_pages_company_id').on(table.companyId),
    ofCompany(),
  ],
);

export type WebsitePageRow = typeof websitePages.$inferSelect;
