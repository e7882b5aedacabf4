import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, ofCompany, primaryId, updatedAt } from '../../../platform/database/columns.ts';
import { companyReference } from '../../companies/company.table.ts';

export const flowCredentials = pgTable(
  'flow_credentials',
  {
    id: primaryId(),
    companyId: companyReference(),
    name: text('name').notNull(),
    /** The only host that the secret is sent to. */
    host: text('host').notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    secretEnding: text('secret_ending').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('flow_credentials_name').on(table.companyId, sql`lower(${table.name})`),
    ofCompany(),
  ],
);

export type FlowCredentialRow = typeof flowCredentials.$inferSelect;
