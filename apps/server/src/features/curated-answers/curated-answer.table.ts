import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId, updatedAt } from '../../platform/database/columns.ts';
import { accounts } from '../accounts/account.table.ts';
import { assistants } from '../assistants/assistant.table.ts';
import { companyReference } from '../companies/company.table.ts';

/** A source as it was when it was chosen, by which it is found again after a parse, or shown when it is gone. */
export type SourceCopy = { documentId: string; documentName: string; text: string };

export const curatedAnswers = pgTable(
  'curated_answers',
  {
    id: primaryId(),
    companyId: companyReference(),
    assistantId: uuid('assistant_id')
      .notNull()
      .references(() => assistants.id, { onDelete: 'cascade' }),
    question: text('question').notNull(),
    alternatives: jsonb('alternatives').$type<string[]>().notNull(),
    answer: text('answer').notNull(),
    chunkIds: jsonb('chunk_ids').$type<string[]>().notNull(),
    /** By chunk id. */
    sourceCopies: jsonb('source_copies').$type<Record<string, SourceCopy>>().notNull().default({}),
    enabled: boolean('enabled').notNull(),
    changedBy: uuid('changed_by').references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  // Questions may be longer than an index entry.
  (table) => [
    uniqueIndex('curated_answers_question').on(table.assistantId, sql`md5(lower(${table.question}))`),
    index('curated_answers_changed_by').on(table.changedBy),
    ofCompany(),
  ],
);

export type CuratedAnswerRow = typeof curatedAnswers.$inferSelect;
