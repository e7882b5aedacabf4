import { index, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ofCompany, primaryId } from '../../../platform/database/columns.ts';
import { companyReference } from '../../companies/company.table.ts';
import { flows } from '../flow.table.ts';

/** The mails that flows have sent, by the id in the outbox: for the limit of a day, and so that none goes out twice. */
export const flowMails = pgTable(
  'flow_mails',
  {
    id: primaryId(),
    companyId: companyReference(),
    flowId: uuid('flow_id').references(() => flows.id, { onDelete: 'set null' }),
    queuedAt: timestamp('queued_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('flow_mails_queued').on(table.companyId, table.queuedAt), ofCompany()],
);
