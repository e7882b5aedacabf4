import type pg from 'pg';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';

/** Held in shared mode by every process that runs jobs. PostgreSQL releases it when the process dies. */
const workerLock = 7_316_242_002;
/** A job that was running in so many crashes is not requeued again: it may be their cause. */
const maxCrashes = 20;
const reconnectMs = 1_000;

/**
 * Marks this process as a worker until `release`, or until it dies. If it is the only worker, every job that counts
 * as running was left by a dead process: it is requeued at once, without waiting for a missed heartbeat and without
 * counting an attempt.
 */
export async function registerWorker(
  database: Database,
  log: Log,
): Promise<{ release: () => Promise<void> }> {
  let down = false;
  let session: pg.Client | undefined;

  async function hold(takeOver: boolean): Promise<void> {
    const client = await database.openSession();
    // The database was restarted: take the lock again. Jobs stay as they are, since they may be ours.
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
