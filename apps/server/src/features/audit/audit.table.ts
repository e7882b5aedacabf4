import type { AuditChange } from '@lectern/contract';
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ofCompany, primaryId } from '../../platform/database/columns.ts';

/** Append-only. Nothing is referred to: the log outlives accounts and companies, and keeps their names as they were. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: primaryId(),
    at: timestamp('at', { withTimezone: true }).notNull().defaultNow(),
    companyId: uuid('company_id'),
    companyName: text('company_name'),
    accountId: uuid('account_id'),
    accountName: text('account_name').notNull(),
    impersonatorId: uuid('impersonator_id'),
    impersonatorName: text('impersonator_name'),
    via: text('via', { enum: ['session', 'api_token', 'widget'] }).notNull(),
    action: text('action').notNull(),
    subject: text('subject').notNull().default(''),
    fields: text('fields').array().notNull().default([]),
    changes: jsonb('changes').$type<AuditChange[]>().notNull().default([]),
    /** Null until the call has ended: an action whose process died is in the log all the same. */
    status: integer('status'),
    errorCode: text('error_code'),
    address: text('address'),
  },
  (table) => [
    index('audit_log_at').on(table.at),
    index('audit_log_company').on(table.companyId, table.at),
    ofCompany(),
  ],
);
