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
        const delay = asInterval(delayMs);
        const { rows } = await tx.execute<{ ms: number }>(sql`
          insert into ${hostTurns} (host, next_at) values (${host}, clock_timestamp() + ${delay})
          on conflict (host) do update
            set next_at = greatest(${hostTurns.nextAt}, clock_timestamp()) + ${delay}
          returning (extract(epoch from next_at - ${delay} - clock_timestamp()) * 1000)::float8 as ms`);
        return Math.max(0, Math.ceil(rows[0]?.ms ?? 0));
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
