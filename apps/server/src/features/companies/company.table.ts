import { sql } from 'drizzle-orm';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId, updatedAt } from '../../platform/database/columns.ts';
import { accounts } from '../accounts/account.table.ts';

/** Limits that companies buy; null: unlimited. */
export const packages = pgTable(
  'packages',
  {
    id: primaryId(),
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull().default(true),
    isSignUpDefault: boolean('is_sign_up_default').notNull().default(false),
    maxUsers: integer('max_users'),
    maxChatbots: integer('max_chatbots'),
    maxKbs: integer('max_kbs'),
    maxChatbotIframes: integer('max_chatbot_iframes'),
    maxStorageGb: doublePrecision('max_storage_gb'),
    maxRequests: integer('max_requests'),
    yearlyMaxRequests: integer('yearly_max_requests'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('packages_name').on(sql`lower(${table.name})`),
    // At most one; code that changes packages makes sure there is one.
    uniqueIndex('packages_sign_up_default').on(table.isSignUpDefault).where(sql`is_sign_up_default`),
  ],
);

export type PackageRow = typeof packages.$inferSelect;

/** The tenant. */
export const companies = pgTable(
  'companies',
  {
    id: primaryId(),
    name: text('name').notNull(),
    kind: text('kind', { enum: ['personal', 'company'] }).notNull(),
    enabled: boolean('enabled').notNull().default(true),
    packageId: uuid('package_id')
      .notNull()
      .references(() => packages.id),
    requireTwoFactor: boolean('require_two_factor').notNull().default(false),
    /** Whether members may share conversations with people outside the company; links that exist obey too. */
    publicLinks: boolean('public_links').notNull().default(true),
    /** Soft delete: set first; a job then deletes index and objects, and the row last. */
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // Personal companies have their person's username, which is unique already.
    uniqueIndex('companies_name')
      .on(sql`lower(${table.name})`)
      .where(sql`kind = 'company' and deleted_at is null`),
    index('companies_package_id').on(table.packageId),
    ofCompany('id'),
  ],
);

/** The company that owns a row; the row is deleted with it. `ofCompany()` hides it from other companies. */
export const companyReference = () =>
  uuid('company_id')
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' });

export type CompanyRow = typeof companies.$inferSelect;

export const memberships = pgTable(
  'memberships',
  {
    id: primaryId(),
    companyId: companyReference(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** 0 USER, 1 ELEVATED_USER, 2 COMPANY. */
    level: integer('level').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('memberships_company_account').on(table.companyId, table.accountId),
    index('memberships_account_id').on(table.accountId),
    ofCompany(),
  ],
);

export type MemberRow = typeof memberships.$inferSelect;

/** An offer of membership. The token in its mail is stored as a hash only. */
export const invitations = pgTable(
  'invitations',
  {
    id: primaryId(),
    companyId: companyReference(),
    email: text('email').notNull(),
    level: integer('level').notNull(),
    /** The inviter's name in the mail. */
    invitedBy: text('invited_by').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('invitations_company_email').on(table.companyId, sql`lower(${table.email})`),
    index('invitations_email').on(sql`lower(${table.email})`),
    ofCompany(),
  ],
);

export type InvitationRow = typeof invitations.$inferSelect;
