import { numberFormats } from '@lectern/contract';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, primaryId, updatedAt } from '../../platform/database/columns.ts';

/** Accounts belong to no company: a membership ties them to one. */
export const accounts = pgTable(
  'accounts',
  {
    id: primaryId(),
    email: text('email').notNull(),
    username: text('username').notNull(),
    passwordHash: text('password_hash').notNull(),
    isAdmin: boolean('is_admin').notNull().default(false),
    active: boolean('active').notNull().default(true),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    /** When the person proved to own the address; null: never. */
    emailVerifiedAt: timestamp('email_verified_at', { withTimezone: true }),
    twoFactor: boolean('two_factor').notNull().default(false),
    photo: text('photo'),
    colorScheme: text('color_scheme', { enum: ['light', 'dark', 'auto'] })
      .notNull()
      .default('auto'),
    numberFormat: text('number_format', { enum: numberFormats }).notNull().default('auto'),
    timezone: text('timezone').notNull().default('UTC'),
    language: text('language').notNull().default('en'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // Nobody keeps an address from its owner by typing it: only a proved one is taken.
    uniqueIndex('accounts_email').on(sql`lower(${table.email})`).where(sql`email_verified_at is not null`),
    index('accounts_email_claimed').on(sql`lower(${table.email})`),
    uniqueIndex('accounts_username').on(sql`lower(${table.username})`),
  ],
);

export type AccountRow = typeof accounts.$inferSelect;

/** The token itself is never stored: only its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    id: primaryId(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    companyId: uuid('company_id').notNull(),
    /** A session by `single_sign_on` is limited to the company of the provider. */
    signedInWith: text('signed_in_with', { enum: ['password', 'single_sign_on'] })
      .notNull()
      .default('password'),
    /** The person gave a mailed code at sign-in. */
    twoFactorPassed: boolean('two_factor_passed').notNull().default(false),
    /** The administrator who impersonates the company as this account. */
    impersonatorId: uuid('impersonator_id').references(() => accounts.id, { onDelete: 'cascade' }),
    userAgent: text('user_agent'),
    address: text('address'),
    tokenHash: text('token_hash').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('sessions_token_hash').on(table.tokenHash),
    index('sessions_account_id').on(table.accountId),
    index('sessions_company_id').on(table.companyId),
    index('sessions_impersonator_id').on(table.impersonatorId).where(sql`impersonator_id is not null`),
  ],
);

export type SessionRow = typeof sessions.$inferSelect;

/** Failed guesses by hashed login, whether or not an account has it: the answer is the same for both. */
export const signInAttempts = pgTable('sign_in_attempts', {
  loginHash: text('login_hash').primaryKey(),
  failures: integer('failures').notNull().default(0),
  blockedUntil: timestamp('blocked_until', { withTimezone: true }),
  updatedAt: updatedAt(),
});
