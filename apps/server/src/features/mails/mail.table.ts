import type { Language, MailKind, MailSummary } from '@lectern/contract';
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { createdAt, primaryId } from '../../platform/database/columns.ts';

/** The platform's outbox. A mail is written in the transaction that causes it, and sent by a job. */
export const mails = pgTable(
  'mails',
  {
    id: primaryId(),
    to: text('to').notNull(),
    kind: text('kind').$type<MailKind>().notNull(),
    language: text('language').$type<Language>().notNull(),
    subject: text('subject').notNull(),
    /** Erased once the mail is sent or expired, and secrets also once it failed. */
    text: text('text'),
    html: text('html'),
    state: text('state').$type<MailSummary['state']>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    /** When it becomes useless, as a mail with a code does. */
    expiresAt: timestamp('expires_at', { withTimezone: true }),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    createdAt: createdAt(),
  },
  (table) => [
    index('mails_created').on(table.createdAt),
    // Few mails are unsent.
    index('mails_waiting').on(table.to).where(sql`text is not null`),
  ],
);

export type MailRow = typeof mails.$inferSelect;
