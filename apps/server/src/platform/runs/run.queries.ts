import type { SQL } from 'drizzle-orm';
import type { SystemTx } from '../database/database.ts';
import type { RunTable } from './columns.ts';

/** Changes the runs of a table that `which` picks. Returns how many. */
export async function updateRuns(
  tx: SystemTx,
  table: RunTable,
  which: SQL | undefined,
  changes: object,
): Promise<number> {
  const { rowCount } = await tx.update(table).set(changes).where(which);
  return rowCount ?? 0;
}
