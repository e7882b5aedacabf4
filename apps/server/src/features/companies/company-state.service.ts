import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../platform/database/database.ts';
import { companies } from './company.table.ts';

/** Whether work of the company may go on: `disabled` waits, what is `gone` never comes back. */
export async function readCompanyState(tx: Tx, companyId: string): Promise<'open' | 'disabled' | 'gone'> {
  const [row] = await tx
    .select({ enabled: companies.enabled })
    .from(companies)
    .where(and(eq(companies.id, companyId), isNull(companies.deletedAt)));
  if (!row) return 'gone';
  return row.enabled ? 'open' : 'disabled';
}
