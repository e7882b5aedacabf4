import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Database } from '../database/database.ts';
import type { Log } from '../log.ts';

const channel = 'lectern_jobs';
/** Other processes are told of all new jobs of such a moment at once. */
const tellAfterMs = 20;
/** A wake-up that was lost costs a job no more than this. */
const lookEveryMs = 5_000;
/** Jobs that are due but wait for another of their company to end. */
const lookAgainMs = 1_000;
const reconnectMs = 1_000;

export type WorkerWaker = {
  /** Jobs of this name were committed. */
  announce: (name: string) => void;
  /** Some jobs become due later than now: a retry, or a job that starts after a delay. */
  lookSoon: () => void;
  /** Starts to wake the workers of this process. */
  start: (wake: (name: string) => void) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Wakes workers when there is something to do, so that they need not ask the database every second: at once for jobs
 * of this process, by a notification for those of others, and by one look for all queues when delayed jobs are due.
 */
export function createWorkerWaker(database: Database, log: Log): WorkerWaker {
  const self = randomUUID();
  const announced = new Set<string>();
  let wake: ((name: string) => void) | undefined;
  let session: pg.Client | undefined;
  let stopped = false;
  let tellTimer: NodeJS.Timeout | undefined;
  let lookTimer: NodeJS.Timeout | undefined;
  let lookAt = Number.POSITIVE_INFINITY;

  async function tell(): Promise<void> {
    tellTimer = undefined;
    const payload = JSON.stringify({ from: self, names: [...announced] });
    announced.clear();
    await database.pool.query('select pg_notify($1, $2)', [channel, payload]).catch((error) => {
      log.warn({ event: 'queue.notify_failed', reason: String(error) });
    });
  }

  function lookIn(ms: number): void {
    if (wake === undefined || stopped || Date.now() + ms >= lookAt) return;
    clearTimeout(lookTimer);
    lookAt = Date.now() + ms;
    lookTimer = setTimeout(look, ms).unref();
  }

  /** Wakes the workers of every queue with jobs that are due, and comes again when the next one is. */
  async function look(): Promise<void> {
    lookAt = Number.POSITIVE_INFINITY;
    let next = lookEveryMs;
    try {
      const { rows } = await database.pool.query<{ name: string; ms: number }>(
        `select name, (extract(epoch from min(start_after) - now()) * 1000)::float8 as ms
         from pgboss.job where state < 'active' and not blocked group by name`,
      );
      for (const { name, ms } of rows) {
        if (ms <= 0) wake?.(name);
        next = Math.min(next, ms <= 0 ? lookAgainMs : Math.ceil(ms) + 5);
      }
    } catch (error) {
      log.warn({ event: 'queue.fault', reason: String(error) });
    }
    lookIn(next);
  }

  function hear({ payload }: pg.Notification): void {
    const { from, names } = JSON.parse(payload ?? '{}') as { from?: string; names?: string[] };
    if (from === self) return;
    for (const name of names ?? []) wake?.(name);
    lookIn(lookAgainMs);
  }

  async function listen(): Promise<void> {
    const client = await database.openSession();
    client.on('notification', hear);
    client.once('end', () => {
      if (!stopped) setTimeout(listenAgain, reconnectMs).unref();
    });
    await client.query(`listen ${channel}`);
    session = client;
    if (stopped) await client.end();
  }

  function listenAgain(): void {
    if (stopped) return;
    listen().catch((error) => {
      log.warn({ event: 'queue.notify_failed', reason: String(error) });
      setTimeout(listenAgain, reconnectMs).unref();
    });
  }

  return {
    announce: (name) => {
      wake?.(name);
      announced.add(name);
      tellTimer ??= setTimeout(tell, tellAfterMs).unref();
    },
    lookSoon: () => lookIn(100),
    start: async (wakeWorkers) => {
      wake = wakeWorkers;
      await listen();
      lookIn(lookAgainMs);
    },
    stop: async () => {
      stopped = true;
      clearTimeout(lookTimer);
      clearTimeout(tellTimer);
      if (announced.size > 0) await tell();
      await session?.end();
    },
  };
}
