import type {
  AnswerFeedback,
  AnswerSupport,
  Citation,
  ErrorCode,
  Json,
  Message,
  MessageStatus,
} from '@lectern/contract';
import type { StandIn } from '@lectern/models';
import { sql } from 'drizzle-orm';
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
import { createdAt, ofCompany, primaryId, updatedAt } from '../../platform/database/columns.ts';
import { accounts } from '../accounts/account.table.ts';
import { assistants } from '../assistants/assistant.table.ts';
import { companyReference } from '../companies/company.table.ts';
import type { StoredExplanation } from './answers/stored-explanation.ts';

export const conversations = pgTable(
  'conversations',
  {
    id: primaryId(),
    companyId: companyReference(),
    assistantId: uuid('assistant_id')
      .notNull()
      .references(() => assistants.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Whose hand it was: the person's own (`app`), an API token's or an impersonator's. Each sees its own conversations alone. */
    origin: text('origin').notNull().default('app'),
    name: text('name').notNull(),
    /** The end of the branch that was last shown; null for the latest. */
    shownMessageId: uuid('shown_message_id'),
    pinnedAt: timestamp('pinned_at', { withTimezone: true }),
    mailedAt: timestamp('mailed_at', { withTimezone: true }),
    usesDraft: boolean('uses_draft').notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('conversations_owner').on(table.assistantId, table.accountId, table.updatedAt),
    // Insights go over the conversations of an assistant in a period.
    index('conversations_assistant').on(table.assistantId, table.updatedAt),
    index('conversations_account_id').on(table.accountId),
    ofCompany(),
  ],
);

export type ConversationRow = typeof conversations.$inferSelect;

export const messages = pgTable(
  'messages',
  {
    id: primaryId(),
    companyId: companyReference(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** What it follows; messages with one parent are versions of each other. */
    parentId: uuid('parent_id'),
    /** The question that an answer belongs to. */
    questionId: uuid('question_id'),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    content: text('content').notNull(),
    status: text('status').$type<MessageStatus>().notNull(),
    citations: jsonb('citations').$type<Citation[]>().notNull().default([]),
    /** What was computed over the columns of tables, as it then was. */
    tableAnswers: jsonb('table_answers').$type<Message['tableAnswers']>().notNull().default([]),
    toolCalls: jsonb('tool_calls').$type<Message['toolCalls']>().notNull().default([]),
    /** Values of prompt variables that came with a question; its answer may be asked for again. */
    variables: jsonb('variables').$type<Record<string, string>>().notNull().default({}),
    /** Values of a form that came with a question. */
    inputs: jsonb('inputs').$type<Record<string, Json>>().notNull().default({}),
    /** The run of a flow that gave the answer, and the form that it waits for. */
    flowRun: jsonb('flow_run').$type<Message['flowRun']>(),
    /** Files that came with a question, under the names that they had. */
    files: jsonb('files').$type<Message['files']>().notNull().default([]),
    /** The documents that a question is limited to. */
    documents: jsonb('documents').$type<Message['documents']>().notNull().default([]),
    searchedQuestion: text('searched_question'),
    nothingFound: boolean('nothing_found').notNull().default(false),
    support: jsonb('support').$type<AnswerSupport>(),
    /** Given without a model; it may be deleted meanwhile. */
    curatedAnswerId: uuid('curated_answer_id'),
    rating: text('rating').$type<AnswerFeedback['rating']>(),
    feedbackText: text('feedback_text').notNull().default(''),
    ratedAt: timestamp('rated_at', { withTimezone: true }),
    /** Set before the model is called, so that a broken stream can still be booked. */
    modelId: text('model_id'),
    modelName: text('model_name'),
    /** Whose place the model took as the second one of it; null: it is the one that was asked. */
    insteadOf: jsonb('instead_of').$type<StandIn['insteadOf']>(),
    promptTokens: integer('prompt_tokens'),
    completionTokens: integer('completion_tokens'),
    durationMs: integer('duration_ms'),
    /** From the question to the first word of its answer. */
    firstTokenMs: integer('first_token_ms'),
    errorCode: text('error_code').$type<ErrorCode>(),
    errorDetail: text('error_detail'),
    /** Answers of several models to one question are written at a time, each in a lane of its own. */
    lane: integer('lane').notNull().default(0),
    /** Set while a process writes the answer; an old one means that the process is gone. */
    heartbeatAt: timestamp('alive_at', { withTimezone: true }),
    stopRequested: boolean('stop_requested').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index('messages_conversation_id').on(table.conversationId, table.createdAt),
    // One answer at a time and lane: a second question while one is streaming cannot be inserted.
    uniqueIndex('messages_one_streaming')
      .on(table.conversationId, table.lane)
      .where(sql`status = 'streaming'`),
    ofCompany(),
  ],
);

export type MessageRow = typeof messages.$inferSelect;

/** What a person says to a call that an answer waits with; whoever writes the answer looks here. */
export const toolDecisions = pgTable(
  'tool_decisions',
  {
    toolCallId: uuid('tool_call_id').primaryKey(),
    companyId: companyReference(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => messages.id, { onDelete: 'cascade' }),
    allowed: boolean('allowed').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('tool_decisions_message_id').on(table.messageId), ofCompany()],
);

/** How an answer came about; apart from the message, which is read far more often. */
export const answerExplanations = pgTable(
  'answer_explanations',
  {
    messageId: uuid('message_id')
      .primaryKey()
      .references(() => messages.id, { onDelete: 'cascade' }),
    companyId: companyReference(),
    explanation: jsonb('explanation').$type<StoredExplanation>().notNull(),
    createdAt: createdAt(),
  },
  () => [ofCompany()],
);
