import { boolean, doublePrecision, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId, updatedAt } from '../../platform/database/columns.ts';
import { accounts } from '../accounts/account.table.ts';

/** Limits that companies buy; null: unlimited. */
export const packages = pgTable('packages', {
  id: primaryId(),
  name: text('name').notNull().unique(),
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
});

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
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  () => [ofCompany('id')],
);

export const memberships = pgTable(
  'memberships',
  {
    id: primaryId(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id, { onDelete: 'cascade' }),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** 0 USER, 1 ELEVATED_USER, 2 COMPANY. */
    level: integer('level').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('memberships_company_account').on(table.companyId, table.accountId), ofCompany()],
);
