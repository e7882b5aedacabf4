import { type Citation, type FlowGraph, flowRunSources, flowRunStates, type Json } from '@lectern/contract';
import type { Awaited, RunState, Step, StepFailure, StepStatus } from '@lectern/flow';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId, updatedAt } from '../../../platform/database/columns.ts';
import { runColumns } from '../../../platform/runs/columns.ts';
import { accounts } from '../../accounts/account.table.ts';
import { companyReference } from '../../companies/company.table.ts';
import { messages } from '../../conversations/conversation.table.ts';
import { flows } from '../flow.table.ts';

export const flowRuns = pgTable(
  'flow_runs',
  {
    id: primaryId(),
    companyId: companyReference(),
    flowId: uuid('flow_id')
      .notNull()
      .references(() => flows.id, { onDelete: 'cascade' }),
    /** Null: of the draft. */
    version: integer('version'),
    /** As it was when the run started: a run that waits for days is not changed by an edit. */
    graph: jsonb('graph').$type<FlowGraph>().notNull(),
    /** Who runs it. */
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id),
    source: text('source', { enum: flowRunSources }).notNull(),
    /** Of a chat: the assistant that the flow answers for, and the latest answer that the run gives. */
    assistantId: uuid('assistant_id'),
    answerId: uuid('answer_id').references(() => messages.id, { onDelete: 'cascade' }),
    language: text('language').notNull(),
    /** The message that started it. */
    question: text('question').notNull(),
    breakpoints: jsonb('breakpoints').$type<string[]>().notNull().default([]),
    /** The one node that runs. */
    onlyNode: text('only_node'),
    /** What it remembers besides its steps. Not `state`, which tells how far it is. */
    memory: jsonb('memory').$type<RunState>().notNull(),
    /** The node that failed. */
    failedNode: text('failed_node'),
    ...runColumns<'running'>(),
    /** `waiting`: for a person. */
    state: text('state', { enum: flowRunStates }).notNull().default('queued'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('flow_runs_flow').on(table.flowId, table.createdAt),
    index('flow_runs_answer').on(table.answerId),
    index('flow_runs_active').on(table.companyId, table.state),
    ofCompany(),
  ],
);

export type FlowRunRow = typeof flowRuns.$inferSelect;

/** The trace of a run. Its current rows are its state. */
export const flowRunSteps = pgTable(
  'flow_run_steps',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => flowRuns.id, { onDelete: 'cascade' }),
    companyId: companyReference(),
    key: text('key').notNull(),
    frame: text('frame').notNull(),
    nodeId: text('node_id').notNull(),
    visit: integer('visit').notNull(),
    status: text('status').$type<StepStatus>().notNull(),
    /** Still needed to go on; the others are history. */
    current: boolean('current').notNull().default(true),
    stale: boolean('stale').notNull(),
    via: text('via'),
    port: text('port'),
    inputs: jsonb('inputs').$type<Record<string, Json>>().notNull(),
    outputs: jsonb('outputs').$type<Record<string, Json>>().notNull(),
    citations: jsonb('citations').$type<Citation[]>().notNull(),
    failure: jsonb('failure').$type<StepFailure>(),
    awaits: jsonb('awaits').$type<Awaited>(),
    attempts: integer('attempts').notNull(),
    journal: jsonb('journal').$type<Step['journal']>().notNull(),
    tokens: doublePrecision('tokens').notNull(),
    price: doublePrecision('price').notNull(),
    models: jsonb('models').$type<Step['models']>().notNull().default([]),
    startedAt: timestamp('started_at', { withTimezone: true }).notNull(),
    finishedAt: timestamp('finished_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.key] }),
    index('flow_run_steps_started').on(table.runId, table.startedAt),
    ofCompany(),
  ],
);

export type FlowStepRow = typeof flowRunSteps.$inferSelect;
