import type { AnswerFigures, AnswerOutcome, AssistantSettings, ErrorCode } from '@lectern/contract';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId, updatedAt } from '../../../platform/database/columns.ts';
import { runColumns } from '../../../platform/runs/columns.ts';
import { accounts } from '../../accounts/account.table.ts';
import { assistants } from '../../assistants/assistant.table.ts';
import { companyReference } from '../../companies/company.table.ts';
import { evaluationSets, type StoredExpectation } from '../evaluation.table.ts';

/** A question set over the answers of an assistant, with its settings as they were when the run began. */
export const answerRuns = pgTable(
  'answer_runs',
  {
    id: primaryId(),
    companyId: companyReference(),
    assistantId: uuid('assistant_id')
      .notNull()
      .references(() => assistants.id, { onDelete: 'cascade' }),
    setId: uuid('evaluation_set_id')
      .notNull()
      .references(() => evaluationSets.id, { onDelete: 'cascade' }),
    /** Its questions are asked with the rights of the person who started it. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => accounts.id),
    ...runColumns<'asking'>(),
    fromDraft: boolean('from_draft').notNull(),
    version: integer('version').notNull(),
    settings: jsonb('settings').$type<AssistantSettings>().notNull(),
    judge: text('judge', { enum: ['words', 'model'] }).notNull(),
    figures: jsonb('figures').$type<AnswerFigures>(),
    createdAt: createdAt(),
    /** Its last progress: the wait for a provider that is down starts here. */
    updatedAt: updatedAt(),
  },
  (table) => [
    index('answer_runs_assistant').on(table.assistantId, table.createdAt),
    index('answer_runs_set').on(table.setId),
    ofCompany(),
  ],
);

export type AnswerRunRow = typeof answerRuns.$inferSelect;

export type StoredAnswerOutcome = Omit<AnswerOutcome, 'error'> & {
  error: { code: ErrorCode; detail: string | null } | null;
};

export type KeptCall = {
  id: string;
  modelId: string;
  modelName: string;
  promptTokens: number;
  completionTokens: number;
};

/** The questions of a run as they were when it started; `outcome` is null until a question was answered. */
export const answerResults = pgTable(
  'answer_results',
  {
    companyId: companyReference(),
    runId: uuid('answer_run_id')
      .notNull()
      .references(() => answerRuns.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    /** Names its calls in the ledger, so that a question that is asked again after a crash is counted once. */
    answerId: uuid('answer_id').notNull(),
    question: text('question').notNull(),
    expected: jsonb('expected').$type<StoredExpectation[]>().notNull(),
    facts: jsonb('facts').$type<string[]>().notNull(),
    refusal: boolean('refusal').notNull(),
    outcome: jsonb('outcome').$type<StoredAnswerOutcome>(),
    /** The model call that is under way, or was when its process died: it is booked all the same. */
    call: jsonb('call').$type<KeptCall>(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.position] }), ofCompany()],
);

export type AnswerResultRow = typeof answerResults.$inferSelect;
