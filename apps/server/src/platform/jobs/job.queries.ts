import type { SystemTx } from '../database/database.ts';

/** Deletes the jobs of a company that wait with these data. */
export async function deleteWaitingJobs(
  tx: SystemTx,
  name: string,
  data: { companyId: string },
): Promise<void> {
  await tx.$client.query(
    `delete from pgboss.job where name = $1 and group_id = $2 and state < 'active' and data @> $3`,
    [name, data.companyId, JSON.stringify(data)],
  );
}
