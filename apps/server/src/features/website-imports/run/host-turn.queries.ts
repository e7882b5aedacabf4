import type { HostTurns } from '@lectern/crawling';
import { lt, sql } from 'drizzle-orm';
import type { Database, SystemTx } from '../../../platform/database/database.ts';
import { hostTurns } from './host-turn.table.ts';

const reason = 'a site is spared by all companies together';

/** Turns at hosts, in the database: however many processes import, a site sees one pace. */
export function openHostTurns(database: Database): HostTurns {
  return {
    take: (host, delayMs) =>
      database.acrossCompanies(reason, async (tx) => {
        const nextAt = sql`clock_timestamp() + ${asInterval(delayMs)}`;
        const taken = await tx.execute(sql`
          insert into ${hostTurns} (host, next_at) values (${host}, ${nextAt})
          on conflict (host) do update set next_at = ${nextAt} where ${hostTurns.nextAt} <= clock_timestamp()
          returning host`);
        if (taken.rows.length > 0) return 0;
        const { rows } = await tx.execute<{ ms: number }>(sql`
          select (extract(epoch from next_at - clock_timestamp()) * 1000)::float8 as ms
          from ${hostTurns} where host = ${host}`);
        // At least a moment: it may have become free between the two.
        return Math.max(10, Math.ceil(rows[0]?.ms ?? 0));
      }),
    postpone: (host, ms) =>
      database.acrossCompanies(reason, async (tx) => {
        await tx.execute(sql`
          insert into ${hostTurns} (host, next_at) values (${host}, clock_timestamp() + ${asInterval(ms)})
          on conflict (host) do update set next_at = greatest(${hostTurns.nextAt}, excluded.next_at)`);
      }),
  };
}

const asInterval = (ms: number) => sql`make_interval(secs => ${ms / 1000}::float8)`;

/** Hosts whose turn has passed. */
export async function deleteOldHostTurns(tx: SystemTx): Promise<void> {
  await tx.delete(hostTurns).where(lt(hostTurns.nextAt, sql`now()`));
}
