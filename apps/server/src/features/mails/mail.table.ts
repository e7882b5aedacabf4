import type { Language, MailKind, MailSummary } from '@lectern/contract';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { createdAt, primaryId } from '../../platform/database/columns.ts';

/** The outbox, the platform's own. A mail is written in the transaction that causes it, and sent by a job. */
export const mails = pgTable(
  'mails',
  {
    id: primaryId(),
    to: text('to').notNull(),
    kind: text('kind').$type<MailKind>().notNull(),
    language: text('language').$type<Language>().notNull(),
    subject: text('subject').notNull(),
    /** Erased once sent, failed for good or expired: what a code was is nobody's business later. */
    text: text('text'),
    html: text('html'),
    state: text('state').$type<MailSummary['state']>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** After this it is useless, as a code's mail is. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    index('mails_created').on(table.createdAt),
    // What waits for an address is few among all that was sent.
    index('mails_waiting').on(table.to).where(sql`text is not null`),
  ],
);

export type MailRow = typeof mails.$inferSelect;
