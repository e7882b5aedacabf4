import type { EvaluationFigures, EvaluationOutcome, RetrievalSettings } from '@lectern/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId, updatedAt } from '../../platform/database/columns.ts';
import { runColumns } from '../../platform/runs/columns.ts';
import { accounts } from '../accounts/account.table.ts';
import { companyReference } from '../companies/company.table.ts';
import { knowledgeBases } from '../knowledge-bases/knowledge-base.table.ts';

const set = () =>
  uuid('evaluation_set_id')
    .notNull()
    .references(() => evaluationSets.id, { onDelete: 'cascade' });

/** What should be found, with the name that the document had when it was last seen. */
export type StoredExpectation = {
  documentId: string;
  documentName: string;
  page: number | null;
  text: string | null;
};

export const evaluationSets = pgTable(
  'evaluation_sets',
  {
    id: primaryId(),
    companyId: companyReference(),
    knowledgeBaseId: uuid('knowledge_base_id')
      .notNull()
      .references(() => knowledgeBases.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('evaluation_sets_name').on(table.knowledgeBaseId, sql`lower(${table.name})`),
    ofCompany(),
  ],
);

export type EvaluationSetRow = typeof evaluationSets.$inferSelect;

export const evaluationQuestions = pgTable(
  'evaluation_questions',
  {
    id: primaryId(),
    companyId: companyReference(),
    setId: set(),
    question: text('question').notNull(),
    expected: jsonb('expected').$type<StoredExpectation[]>().notNull(),
    /** What an answer must say. */
    facts: jsonb('facts').$type<string[]>().notNull().default([]),
    /** Nothing is known about it, and an answer must say so. */
    refusal: boolean('refusal').notNull().default(false),
    createdAt: createdAt(),
  },
  // Questions may be longer than an index entry.
  (table) => [
    uniqueIndex('evaluation_questions_question').on(table.setId, sql`md5(${table.question})`),
    ofCompany(),
  ],
);

export type EvaluationQuestionRow = typeof evaluationQuestions.$inferSelect;

export type StoredVariant = { name: string; settings: RetrievalSettings; figures: EvaluationFigures | null };

export const evaluationRuns = pgTable(
  'evaluation_runs',
  {
    id: primaryId(),
    companyId: companyReference(),
    setId: set(),
    /** Its searches are recorded as usage of the person who started it. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => accounts.id),
    ...runColumns<'asking'>(),
    variants: jsonb('variants').$type<StoredVariant[]>().notNull(),
    documentCount: integer('document_count').notNull(),
    chunkCount: integer('chunk_count').notNull(),
    leftOut: integer('left_out').notNull(),
    createdAt: createdAt(),
    /** Its last progress: the wait for a provider that is down starts here. */
    updatedAt: updatedAt(),
  },
  (table) => [index('evaluation_runs_set').on(table.setId, table.createdAt), ofCompany()],
);

export type EvaluationRunRow = typeof evaluationRuns.$inferSelect;

/** The questions of a run as they were when it started; `outcomes` is null until a question was asked. */
export const evaluationResults = pgTable(
  'evaluation_results',
  {
    companyId: companyReference(),
    runId: uuid('evaluation_run_id')
      .notNull()
      .references(() => evaluationRuns.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    question: text('question').notNull(),
    expected: jsonb('expected').$type<StoredExpectation[]>().notNull(),
    outcomes: jsonb('outcomes').$type<StoredOutcome[]>(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.position] }), ofCompany()],
);

export type StoredOutcome = EvaluationOutcome;
export type EvaluationResultRow = typeof evaluationResults.$inferSelect;
