import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Hosts that imports visit, of no company: a site is spared by all companies and processes together. */
export const hostTurns = pgTable('host_turns', {
  host: text('host').primaryKey(),
  /** When the next request to it may begin, by the database's clock. */
  nextAt: timestamp('next_at', { withTimezone: true }).notNull(),
});
