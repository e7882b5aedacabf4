import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/**
 * Holds for rows whose job is gone: none of these names waits or runs with the row's values in its data. Row and job
 * come into being in one transaction, so that one statement tells the lost from the new.
 */
export function isOrphaned(names: string[], data: Record<string, AnyPgColumn>): SQL {
  const same = Object.entries(data).map(([key, column]) => sql`data->>${key}::text = ${column}::text`);
  return sql`not exists (
    select from pgboss.job where name in ${names} and state in ('created', 'retry', 'active')
      and ${sql.join(same, sql` and `)})`;
}
