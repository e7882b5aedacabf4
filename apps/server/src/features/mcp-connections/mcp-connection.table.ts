import type { McpFault } from '@lectern/adapters';
import type { McpToolUse } from '@lectern/contract';
import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId } from '../../platform/database/columns.ts';
import { companyReference } from '../companies/company.table.ts';

/** MCP servers whose tools a company may let assistants and flows use. */
export const mcpServers = pgTable(
  'mcp_servers',
  {
    id: primaryId(),
    companyId: companyReference(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    headerName: text('header_name').notNull(),
    sealedSecret: text('sealed_secret'),
    secretEnding: text('secret_ending').notNull().default(''),
    toolsLeftOut: integer('tools_left_out').notNull().default(0),
    /** When its tools were last compared with those that are stored, and why that failed. */
    checkedAt: timestamp('checked_at', { withTimezone: true }).notNull(),
    problem: text('problem').$type<McpFault>(),
    problemStatus: integer('problem_status'),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('mcp_servers_name').on(table.companyId, sql`lower(${table.name})`), ofCompany()],
);

export type McpServerRow = typeof mcpServers.$inferSelect;

/** The tools of a server as they were last seen. Models are told what stands here, not what the server says by then. */
export const mcpTools = pgTable(
  'mcp_tools',
  {
    id: primaryId(),
    companyId: companyReference(),
    serverId: uuid('server_id')
      .notNull()
      .references(() => mcpServers.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    name: text('name').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    inputSchema: jsonb('input_schema').$type<Record<string, unknown>>().notNull(),
    readsOnly: boolean('reads_only').notNull(),
    /** Hash of the whole definition. */
    revision: text('revision').notNull(),
    use: text('use').$type<McpToolUse>().notNull().default('off'),
    /** Switched off because its definition changed after it had been allowed. */
    changed: boolean('changed').notNull().default(false),
    /** The server had it in its list the last time. */
    offered: boolean('offered').notNull().default(true),
  },
  (table) => [uniqueIndex('mcp_tools_name').on(table.serverId, table.name), ofCompany()],
);

export type McpToolRow = typeof mcpTools.$inferSelect;
