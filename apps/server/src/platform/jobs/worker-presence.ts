import type pg from 'pg';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';

/** Held, shared, by every process that runs jobs. PostgreSQL lets go of it when the process dies. */
const workerLock = 7_316_242_002;
/** A job under which so many processes died is left to fail: it may be what kills them. */
const maxCrashes = 20;
const reconnectMs = 1_000;

/**
 * Says to other processes that this one runs jobs, until it is taken down or the process dies.
 * Where it is the only one, every job that counts as running is one that a dead process left: it
 * goes on at once, without waiting for a missed heartbeat and without an attempt counted against it.
 */
export async function registerWorker(
  database: Database,
  log: Log,
): Promise<{ release: () => Promise<void> }> {
  let down = false;
  let session: pg.Client | undefined;

  async function hold(takeOver: boolean): Promise<void> {
    const client = await database.openSession();
    // The database was restarted: the sign goes up again. Jobs stay where they are, since they may be ours.
    client.once('end', () => {
      if (down || client !== session) return;
      const again = () => {
        if (!down)
          hold(false).catch((error) => {
            log.warn({ event: 'queue.sign_lost', reason: String(error) });
            setTimeout(again, reconnectMs).unref();
          });
      };
      setTimeout(again, reconnectMs).unref();
    });
    const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [workerLock]);
    const alone = rows[0]?.alone === true;
    if (alone && takeOver) await requeueOrphanedJobs(client, log);
    await client.query('select pg_advisory_lock_shared($1)', [workerLock]);
    if (alone) await client.query('select pg_advisory_unlock($1)', [workerLock]);
    session = client;
    if (down) await client.end();
  }

  await hold(true);
  return {
    release: async () => {
      down = true;
      await session?.end();
    },
  };
}

async function requeueOrphanedJobs(client: pg.Client, log: Log): Promise<void> {
  const { rowCount } = await client.query(
    `update pgboss.job
     set state = 'retry', started_on = null, heartbeat_on = null, start_after = now(),
         output = jsonb_build_object('deaths', coalesce((output->>'deaths')::int, 0) + 1)
     where state = 'active' and coalesce((output->>'deaths')::int, 0) < $1`,
    [maxCrashes],
  );
  if (rowCount) log.info({ event: 'queue.jobs_taken_over', jobs: rowCount });
}
