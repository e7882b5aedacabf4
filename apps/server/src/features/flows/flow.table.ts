import type { FlowGraph } from '@lectern/contract';
import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId, updatedAt } from '../../platform/database/columns.ts';
import { accounts } from '../accounts/account.table.ts';
import { companyReference } from '../companies/company.table.ts';

export const flows = pgTable(
  'flows',
  {
    id: primaryId(),
    companyId: companyReference(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => accounts.id),
    name: text('name').notNull(),
    description: text('description').notNull(),
    avatar: text('avatar'),
    /** The draft. */
    graph: jsonb('graph').$type<FlowGraph>().notNull(),
    /** Raised by each save of the draft. */
    revision: integer('revision').notNull().default(1),
    savedBy: uuid('saved_by').references(() => accounts.id, { onDelete: 'set null' }),
    /** The version that others use, and the revision that it was made from. */
    publishedVersion: integer('published_version'),
    publishedRevision: integer('published_revision'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('flows_name').on(table.companyId, sql`lower(${table.name})`), ofCompany()],
);

export type FlowRow = typeof flows.$inferSelect;

/** A graph as it was published; never changed. */
export const flowVersions = pgTable(
  'flow_versions',
  {
    flowId: uuid('flow_id')
      .notNull()
      .references(() => flows.id, { onDelete: 'cascade' }),
    companyId: companyReference(),
    number: integer('number').notNull(),
    graph: jsonb('graph').$type<FlowGraph>().notNull(),
    note: text('note').notNull(),
    publishedBy: uuid('published_by').references(() => accounts.id, { onDelete: 'set null' }),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.flowId, table.number] }), ofCompany()],
);

export type FlowVersionRow = typeof flowVersions.$inferSelect;
