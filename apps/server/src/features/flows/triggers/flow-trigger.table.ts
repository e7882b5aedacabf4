import type { FlowTriggerSettings } from '@lectern/contract';
import { boolean, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId, updatedAt } from '../../../platform/database/columns.ts';
import { accounts } from '../../accounts/account.table.ts';
import { companyReference } from '../../companies/company.table.ts';
import { flows } from '../flow.table.ts';

/** Schedules and webhooks that start flows. */
export const flowTriggers = pgTable(
  'flow_triggers',
  {
    id: primaryId(),
    companyId: companyReference(),
    flowId: uuid('flow_id')
      .notNull()
      .references(() => flows.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    settings: jsonb('settings').$type<FlowTriggerSettings>().notNull(),
    enabled: boolean('enabled').notNull().default(true),
    /** In whose name it runs. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => accounts.id),
    /** Of a webhook. */
    sealedSecret: text('sealed_secret'),
    secretEnding: text('secret_ending').notNull().default(''),
    nextRunAt: timestamp('next_run_at', { withTimezone: true }),
    lastRunAt: timestamp('last_run_at', { withTimezone: true }),
    lastRunId: uuid('last_run_id'),
    /** Error code of the last start that failed. */
    problem: text('problem'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('flow_triggers_flow').on(table.flowId),
    index('flow_triggers_next_run_at').on(table.nextRunAt),
    ofCompany(),
  ],
);

export type FlowTriggerRow = typeof flowTriggers.$inferSelect;

/** Signatures of calls of the last minutes: one that comes again is a replay, and so many of them are too many. */
export const flowTriggerCalls = pgTable(
  'flow_trigger_calls',
  {
    triggerId: uuid('trigger_id')
      .notNull()
      .references(() => flowTriggers.id, { onDelete: 'cascade' }),
    companyId: companyReference(),
    signature: text('signature').notNull(),
    calledAt: timestamp('called_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.triggerId, table.signature] }), ofCompany()],
);
