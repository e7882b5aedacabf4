import { setTimeout } from 'node:timers/promises';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import { afterCommit } from '../database/current-transaction.ts';
import type { Database, SystemTx, Tx } from '../database/database.ts';
import type { Log } from '../log.ts';
import { deleteWaitingJobs } from './job.queries.ts';
import { type ServedTimes, type TurnData, takeTurns } from './take-turns.ts';
import { createWorkerWaker, type WorkerWaker } from './wake-workers.ts';
import { registerWorker } from './worker-presence.ts';

/** Throw this in a job to retry it later without counting an attempt. */
export class RetryLater extends Error {
  readonly seconds: number;
  constructor(seconds: number) {
    super(`Try again in ${seconds} s`);
    this.name = 'RetryLater';
    this.seconds = seconds;
  }
}

export type Job<Data extends { companyId: string }> = {
  /** How many of these jobs one process runs at once. */
  concurrency: (configured: number) => number;
  /** How many jobs of one company run at once over all processes; unlimited by default. */
  companyConcurrency?: number;
  /** The people and knowledge bases of a company take turns: the jobs' data are `TurnData`. */
  takesTurns?: boolean;
  /** Small jobs that are done together: as many as are waiting, up to this number. */
  batch?: { size: number; run: (data: Data[], signal: AbortSignal) => Promise<void> };
  /** Must be safe to run again from any point: a process may be killed at every line. */
  run: (data: Data, signal: AbortSignal) => Promise<void>;
  /** Called when the last attempt failed. */
  onFailed?: (data: Data, error: unknown) => Promise<void>;
};

// biome-ignore lint/suspicious/noExplicitAny: each job checks its own data; the list does not know them.
export type NamedJob = Job<any> & { name: string };

export type JobQueue = {
  /** Queues a job in the caller's transaction: row and job exist together or not at all. */
  enqueue: <Data extends { companyId: string }>(
    tx: Tx,
    name: string,
    data: Data,
    options?: { priority?: number; startAfterSeconds?: number; onlyOneOf?: string },
  ) => Promise<void>;
  /** Takes back the jobs that wait with these data, in the caller's transaction. */
  withdraw: <Data extends { companyId: string }>(tx: SystemTx, name: string, data: Data) => Promise<void>;
  /**
   * The place of a new job in the queue, fair between companies: behind the company's own waiting jobs, counted from
   * the next job of all. Companies take turns, and one that comes later neither waits for a long queue nor catches up
   * on its absence. Use its negative as the priority.
   */
  fairPriority: (tx: Tx, name: string, companyId: string) => Promise<number>;
  /** Makes the company's delayed jobs due now, in the caller's transaction. */
  runNow: (tx: Tx, companyId: string) => Promise<void>;
  /** Whether any process runs a job of this name for the company. */
  isRunning: (tx: Tx, name: string, companyId: string) => Promise<boolean>;
  /** Starts workers for the jobs. */
  work: (jobs: NamedJob[], concurrency: number) => Promise<void>;
  /** Queued and running jobs by queue, for the status page and metrics. */
  countJobs: () => Promise<{ name: string; queued: number; active: number }[]>;
  /** Jobs that were given up in the last day. */
  countFailedJobs: () => Promise<number>;
  ping: () => Promise<void>;
  /** Takes no new jobs, gives running jobs some time to end, and returns the rest to the queue. */
  stop: () => Promise<void>;
};

/** Workers are woken when there is something to do; this is for a wake-up that never came. */
const pollingSeconds = 60;
/** A process that dies while others run is noticed after so long; another process then takes its jobs. */
const heartbeatSeconds = 20;
const attempts = 5;
const stopTimeoutMs = 20_000;
const handBackAfterMs = 2_000;
/** Places grow while the queue is never empty; beyond this one jobs run in the order in which they came. */
const lowestPriority = 2_000_000_000;

export async function openJobQueue(
  database: Database,
  names: string[],
  options: { supervise: boolean; log: Log },
): Promise<JobQueue> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values as unknown[]) },
    supervise: options.supervise,
    schedule: false,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    maintenanceIntervalSeconds: 300,
  });
  boss.on('error', (error) => options.log.warn({ event: 'queue.fault', reason: error.message }));
  await boss.start();
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  for (const name of names)
    if (!known.has(name))
      await boss.createQueue(name, {
        policy: 'standard',
        retryLimit: attempts - 1,
        retryDelay: 2,
        retryBackoff: true,
        retryDelayMax: 60,
        heartbeatSeconds,
        // The heartbeat tells the dead from the slow; this bounds a job that hangs alive.
        expireInSeconds: 6 * 3600,
        deleteAfterSeconds: 24 * 3600,
      });
  let presence: Awaited<ReturnType<typeof registerWorker>> | undefined;
  const stopping = new AbortController();
  const workers = new Map<string, string[]>();
  const waker = createWorkerWaker(database, options.log);

  return {
    enqueue: async (tx, name, data, { priority = 0, startAfterSeconds, onlyOneOf } = {}) => {
      const client = tx.$client;
      await boss.send(name, data, {
        priority,
        group: { id: data.companyId },
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        ...(onlyOneOf === undefined ? {} : { singletonKey: onlyOneOf }),
        db: { executeSql: (text, values) => client.query(text, values as unknown[]) },
      });
      afterCommit(() => (startAfterSeconds === undefined ? waker.announce(name) : waker.lookSoon()));
    },

    withdraw: deleteWaitingJobs,

    fairPriority: async (tx, name, companyId) => {
      const { rows } = await tx.$client.query(
        `select coalesce(-max(priority) filter (where start_after <= now()), 0)::int as head,
                count(*) filter (where group_id = $2)::int as own
         from pgboss.job where name = $1 and state < 'active' and not blocked`,
        [name, companyId],
      );
      return Math.min(lowestPriority, rows[0].head + rows[0].own);
    },

    runNow: async (tx, companyId) => {
      await tx.$client.query(
        `update pgboss.job set start_after = now()
         where group_id = $1 and state < 'active' and start_after > now()`,
        [companyId],
      );
      afterCommit(waker.lookSoon);
    },

    isRunning: async (tx, name, companyId) => {
      const { rowCount } = await tx.$client.query(
        `select from pgboss.job where name = $1 and group_id = $2 and state = 'active' limit 1`,
        [name, companyId],
      );
      return rowCount === 1;
    },

    work: async (jobs, concurrency) => {
      presence = await registerWorker(database, options.log);
      const running: Running = { boss, database, waker, stopping: stopping.signal, log: options.log };
      for (const job of jobs) {
        const served: ServedTimes = new Map();
        for (let n = 0; n < job.concurrency(concurrency); n++) {
          const worker: string = await boss.work(
            job.name,
            {
              batchSize: job.batch?.size ?? 1,
              pollingIntervalSeconds: pollingSeconds,
              includeMetadata: true,
              ...(job.companyConcurrency === undefined ? {} : { groupConcurrency: job.companyConcurrency }),
            },
            async (taken) => {
              if (taken.length === 0) return;
              // There may be more: look again at once.
              boss.notifyWorker(worker);
              await runJobs(running, job, taken as TakenJob[], served);
            },
          );
          workers.set(job.name, [...(workers.get(job.name) ?? []), worker]);
        }
      }
      await waker.start((name) => {
        for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
      });
    },

    countJobs: async () => {
      const { rows } = await database.pool.query(
        `select name, count(*) filter (where state in ('created', 'retry')) as queued,
                count(*) filter (where state = 'active') as active
         from pgboss.job where state in ('created', 'retry', 'active') group by name`,
      );
      return rows.map((row) => ({ name: row.name, queued: Number(row.queued), active: Number(row.active) }));
    },
    countFailedJobs: async () => {
      const { rows } = await database.pool.query(
        "select count(*) as failed from pgboss.job where state = 'failed' and completed_on > now() - interval '1 day'",
      );
      return Number(rows[0].failed);
    },
    ping: async () => {
      await database.pool.query('select 1 from pgboss.version');
    },
    stop: async () => {
      // Jobs that are nearly done may end; long ones continue in another process, or here after the next start.
      const handBack = globalThis.setTimeout(
        () => stopping.abort(new Error('the process is stopping')),
        handBackAfterMs,
      );
      await waker.stop();
      // The queue's own graceful stop looks only every half second whether the workers have ended.
      const ended = Promise.all([...workers.keys()].map((name) => boss.offWork(name, { wait: true })));
      const timeLimit = new AbortController();
      await Promise.race([
        ended,
        setTimeout(stopTimeoutMs, undefined, { signal: timeLimit.signal }).catch(() => {}),
      ]);
      timeLimit.abort();
      await boss.stop({ graceful: false, close: false });
      clearTimeout(handBack);
      await presence?.release();
    },
  };
}

type Running = { boss: PgBoss; database: Database; waker: WorkerWaker; stopping: AbortSignal; log: Log };
type TakenJob = JobWithMetadata<{ companyId: string } & TurnData>;

/** Runs what was taken from a queue: one job, or a batch of them. */
async function runJobs(
  { boss, database, waker, stopping, log }: Running,
  job: NamedJob,
  taken: TakenJob[],
  served: ServedTimes,
): Promise<void> {
  const [first] = taken as [TakenJob, ...TakenJob[]];
  const data = job.takesTurns
    ? await takeTurns(database, job.name, taken, served)
    : taken.map((one) => one.data);
  try {
    const signal = AbortSignal.any([first.signal, stopping]);
    if (job.batch) await job.batch.run(data, signal);
    else await job.run(data[0], signal);
  } catch (error) {
    // A process that stops returns its jobs to the queue without counting an attempt.
    if (error instanceof RetryLater || stopping.aborted) {
      for (const [n, { priority, groupId }] of taken.entries())
        await boss.send(job.name, data[n] as object, {
          startAfter: error instanceof RetryLater ? Math.max(1, Math.ceil(error.seconds)) : 0,
          priority,
          ...(groupId ? { group: { id: groupId } } : {}),
        });
      return;
    }
    log.error({ event: 'job.failed', job: job.name, attempt: first.retryCount + 1 }, error);
    for (const [n, { retryCount, retryLimit }] of taken.entries())
      if (retryCount >= retryLimit) await job.onFailed?.(data[n], error);
    throw error;
  } finally {
    // A retry, or a job that waits for this one to end.
    waker.lookSoon();
  }
}
