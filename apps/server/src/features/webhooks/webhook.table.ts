import type {
  WebhookEventType,
  WebhookProblem,
  webhookDeliveryStates,
  webhookTestType,
} from '@lectern/contract';
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
import { companyReference } from '../companies/company.table.ts';

export type WebhookAttempt = {
  at: string;
  durationMs: number;
  status: number | null;
  problem: WebhookProblem | null;
  responseHead: string;
};

/** Addresses of a company that events are sent to. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: primaryId(),
    companyId: companyReference(),
    /** Who made it, or changed it last: told when it is disabled. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => accounts.id),
    url: text('url').notNull(),
    description: text('description').notNull().default(''),
    events: text('events').array().$type<WebhookEventType[]>().notNull(),
    includeText: boolean('include_text').notNull().default(false),
    enabled: boolean('enabled').notNull().default(true),
    disabledReason: text('disabled_reason', { enum: ['gone', 'failing'] }),
    sealedSecret: text('sealed_secret').notNull(),
    secretEnding: text('secret_ending').notNull().default(''),
    /** Deliveries are signed with it as well, until its time is over. */
    previousSealedSecret: text('previous_sealed_secret'),
    previousSecretUntil: timestamp('previous_secret_until', { withTimezone: true }),
    /** Attempts that failed since the last one that got through, and when the first of them did. */
    failures: integer('failures').notNull().default(0),
    failingSince: timestamp('failing_since', { withTimezone: true }),
    /** One that keeps failing is left alone for a moment. */
    pausedUntil: timestamp('paused_until', { withTimezone: true }),
    lastAttempt: jsonb('last_attempt').$type<Pick<WebhookAttempt, 'at' | 'status' | 'problem'>>(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('webhook_endpoints_company_id').on(table.companyId), ofCompany()],
);

export type WebhookEndpointRow = typeof webhookEndpoints.$inferSelect;

/** What happened, written in the transaction that brought it about, and only where an endpoint wants to know. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: primaryId(),
    companyId: companyReference(),
    type: text('type').$type<WebhookEventType | typeof webhookTestType>().notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    /** The words of people and models; kept only where an endpoint asked for them. */
    texts: jsonb('texts').$type<Record<string, unknown>>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('webhook_events_company_id').on(table.companyId),
    index('webhook_events_created_at').on(table.createdAt),
    ofCompany(),
  ],
);

export type WebhookEventRow = typeof webhookEvents.$inferSelect;

/** An event on its way to one endpoint. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: primaryId(),
    companyId: companyReference(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    eventId: uuid('event_id')
      .notNull()
      .references(() => webhookEvents.id, { onDelete: 'cascade' }),
    state: text('state').$type<(typeof webhookDeliveryStates)[number]>().notNull().default('queued'),
    /** Since it was queued. */
    attempts: integer('attempts').notNull().default(0),
    /** While a job is under way: when another may take over. */
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull().defaultNow(),
    /** The latest attempts, oldest first. */
    history: jsonb('history').$type<WebhookAttempt[]>().notNull().default([]),
    createdAt: createdAt(),
  },
  (table) => [
    index('webhook_deliveries_endpoint_id').on(table.endpointId, table.createdAt),
    uniqueIndex('webhook_deliveries_event').on(table.eventId, table.endpointId),
    index('webhook_deliveries_due').on(table.nextAttemptAt).where(sql`state = 'queued'`),
    ofCompany(),
  ],
);

export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;

/** Conversations that count as finished unless something more is said. */
export const webhookOpenConversations = pgTable(
  'webhook_open_conversations',
  {
    /** Without a reference: a conversation may be deleted in the transaction that ends its answers. */
    conversationId: uuid('conversation_id').primaryKey(),
    companyId: companyReference(),
    finishedAt: timestamp('finished_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('webhook_open_conversations_finished_at').on(table.finishedAt), ofCompany()],
);
