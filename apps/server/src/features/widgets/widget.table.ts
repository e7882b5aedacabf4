import type { VisitorDetail, VisitorIdentity, WidgetAppearance, WidgetSources } from '@lectern/contract';
import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
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
import { conversations } from '../conversations/conversation.table.ts';

/** An assistant on websites. Its visitors act with the rights of the assistant's owner, on this assistant alone. */
export const widgets = pgTable(
  'widgets',
  {
    id: primaryId(),
    companyId: companyReference(),
    assistantId: uuid('assistant_id')
      .notNull()
      .references(() => assistants.id, { onDelete: 'cascade' }),
    createdBy: uuid('created_by').references(() => accounts.id, { onDelete: 'set null' }),
    /** In snippets and links: it names the widget and opens nothing that its sites do not. */
    publicId: text('public_id').notNull().unique(),
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    sites: text('sites').array().notNull(),
    linkEnabled: boolean('link_enabled').notNull().default(false),
    appearance: jsonb('appearance').$type<WidgetAppearance>().notNull(),
    questionsPerVisitor: integer('questions_per_visitor').default(50),
    questionsPerDay: integer('questions_per_day').default(1_000),
    askName: text('ask_name').$type<VisitorDetail>().notNull().default('off'),
    askEmail: text('ask_email').$type<VisitorDetail>().notNull().default('off'),
    identity: text('identity').$type<VisitorIdentity>().notNull().default('off'),
    sealedIdentitySecret: text('sealed_identity_secret'),
    identityHint: text('identity_hint'),
    sources: text('sources').$type<WidgetSources>().notNull().default('passages'),
    /** Conversations are deleted this many days after their last use; null: never. */
    keepDays: integer('keep_days'),
    /** Questions of the day (UTC) that they are counted for. */
    countedDay: date('counted_day'),
    countedQuestions: integer('counted_questions').notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('widgets_name').on(table.assistantId, sql`lower(${table.name})`),
    index('widgets_company_id').on(table.companyId),
    index('widgets_created_by').on(table.createdBy),
    ofCompany(),
  ],
);

export type WidgetRow = typeof widgets.$inferSelect;

/** Whoever chats through a widget: one browser, or one person whom the site vouches for. */
export const widgetVisitors = pgTable(
  'widget_visitors',
  {
    id: primaryId(),
    companyId: companyReference(),
    widgetId: uuid('widget_id')
      .notNull()
      .references(() => widgets.id, { onDelete: 'cascade' }),
    /** Who it is to the site that vouched for it; null for a browser that nobody knows. */
    subject: text('subject'),
    name: text('name').notNull().default(''),
    email: text('email').notNull().default(''),
    /** Where it was first seen; empty: the page of the link. */
    site: text('site').notNull(),
    countedDay: date('counted_day'),
    countedQuestions: integer('counted_questions').notNull().default(0),
    createdAt: createdAt(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('widget_visitors_subject').on(table.widgetId, table.subject).where(sql`subject is not null`),
    index('widget_visitors_widget_id').on(table.widgetId, table.lastSeenAt),
    ofCompany(),
  ],
);

export type VisitorRow = typeof widgetVisitors.$inferSelect;

/** The credential of a visitor's browser: only its SHA-256 is stored. */
export const visitorTokens = pgTable(
  'visitor_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    companyId: companyReference(),
    visitorId: uuid('visitor_id')
      .notNull()
      .references(() => widgetVisitors.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('visitor_tokens_visitor_id').on(table.visitorId),
    index('visitor_tokens_expires_at').on(table.expiresAt),
    ofCompany(),
  ],
);

/** Signed identities that have let somebody in: each does so once. */
export const usedIdentities = pgTable(
  'widget_used_identities',
  {
    tokenHash: text('token_hash').primaryKey(),
    companyId: companyReference(),
    visitorId: uuid('visitor_id')
      .notNull()
      .references(() => widgetVisitors.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    index('widget_used_identities_visitor_id').on(table.visitorId),
    index('widget_used_identities_expires_at').on(table.expiresAt),
    ofCompany(),
  ],
);

/** Which conversations visitors began. */
export const widgetConversations = pgTable(
  'widget_conversations',
  {
    conversationId: uuid('conversation_id')
      .primaryKey()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    companyId: companyReference(),
    widgetId: uuid('widget_id')
      .notNull()
      .references(() => widgets.id, { onDelete: 'cascade' }),
    visitorId: uuid('visitor_id')
      .notNull()
      .references(() => widgetVisitors.id, { onDelete: 'cascade' }),
    site: text('site').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('widget_conversations_widget_id').on(table.widgetId, table.createdAt),
    index('widget_conversations_visitor_id').on(table.visitorId, table.createdAt),
    ofCompany(),
  ],
);
