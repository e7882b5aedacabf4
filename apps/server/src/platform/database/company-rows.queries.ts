import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { SystemTx } from './database.ts';

/** Deletes some rows of a deleted company, for tables too large for one transaction. Returns how many. */
export async function deleteCompanyRows(
  tx: SystemTx,
  table: PgTable,
  companyId: string,
  limit: number,
): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`delete from ${table} where id in (select id from ${table} where company_id = ${companyId} limit ${limit})`,
  );
  return rowCount ?? 0;
}
