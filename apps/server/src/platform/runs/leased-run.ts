import { and, eq, type SQL } from 'drizzle-orm';
import { newId, type SystemTx, type Tx } from '../database/database.ts';
import { together } from '../database/together.ts';
import { RetryLater } from '../jobs/queue.ts';
import type { Platform } from '../platform.ts';
import type { RunTable } from './columns.ts';
import { percentOf, type Shares } from './percent-of.ts';
import { updateRuns } from './run.queries.ts';
import { assertCompanyActive, JobObsoleteError, type WatchedWork, watchWork } from './watch-work.ts';

/** An attempt without a heartbeat for so long is dead, and another takes over. */
const deadAfterMs = 15_000;
const writeEveryMs = 400;

type LeasedRow = { state: string; leaseId: string | null; heartbeatAt: Date | null };

/** What is worked on: one row, of which one attempt at a time holds the lease. */
export type LeasedWork<Row extends LeasedRow, Stage extends string, Subject> = {
  companyId: string;
  /** Names the work in log entries. */
  noun: string;
  table: RunTable;
  /** Picks the row. */
  which: SQL;
  /** The row under its lock. */
  lock: (tx: Tx) => Promise<Row | undefined>;
  /** What the work is about: without it the job is obsolete. */
  findSubject: (tx: Tx) => Promise<Subject | undefined>;
  /** Whether there is something (more) to do. */
  isDue: (row: Row) => boolean;
  /** What an attempt changes when it starts, besides the state. */
  begin?: (row: Row) => Partial<Row>;
  shares: Shares<Stage>;
  /** What a report writes besides stage and percent. */
  counts?: (stage: Stage, done: number, total: number) => Partial<Row>;
};

/** An attempt at the work: what it works on, and how it writes. */
export type LeasedRun<Row, Stage extends string, Subject> = WatchedWork & {
  platform: Platform;
  companyId: string;
  /** As it was when this attempt started. */
  row: Row;
  subject: Subject;
  /** Locks the row in the caller's transaction; throws JobObsoleteError unless this attempt holds the lease. */
  hold: (tx: Tx) => Promise<Row>;
  /** Runs `work` in one transaction under the row's lock, only while this attempt holds the lease. */
  write: <T>(work: (tx: SystemTx, row: Row) => Promise<T>) => Promise<T>;
  /** Reports how far a stage is. Cheap enough to be called for every piece. */
  report: (stage: Stage, done: number, total: number) => Promise<void>;
};

/** The lease of an attempt, with what it works on. */
export type Lease<Row, Subject> = { leaseId: string; row: Row; subject: Subject };

/** The columns of a run that an attempt holds from now on: also of one that is inserted with them. */
export const newLease = () => ({ state: 'running' as const, leaseId: newId(), heartbeatAt: new Date() });

/**
 * Takes the lease in the caller's transaction. Throws JobObsoleteError where there is nothing (more) to do, and
 * RetryLater while another attempt is alive.
 */
export async function takeLease<Row extends LeasedRow, Stage extends string, Subject>(
  tx: SystemTx,
  work: LeasedWork<Row, Stage, Subject>,
): Promise<Lease<Row, Subject>> {
  const [subject, row] = await together([work.findSubject(tx), work.lock(tx)]);
  if (!subject || !row || !work.isDue(row)) throw new JobObsoleteError();
  if (row.leaseId && Date.now() - (row.heartbeatAt?.getTime() ?? 0) < deadAfterMs) throw new RetryLater(3);
  const lease = newLease();
  const changes = { ...lease, ...work.begin?.(row) };
  await together([assertCompanyActive(tx, work.companyId), updateRuns(tx, work.table, work.which, changes)]);
  return { leaseId: lease.leaseId, row: { ...row, ...changes }, subject };
}

/**
 * Starts an attempt; undefined where there is nothing (more) to do. Throws RetryLater while another attempt is alive.
 * A lease that was taken before is gone on with. The attempt sends a heartbeat every second and stops when it has lost the lease; a run that fails or is stopped is
 * `queued` again until its job decides otherwise.
 */
export async function openLeasedRun<Row extends LeasedRow, Stage extends string, Subject>(
  platform: Platform,
  work: LeasedWork<Row, Stage, Subject>,
  outer: AbortSignal,
  lease?: Lease<Row, Subject>,
): Promise<LeasedRun<Row, Stage, Subject> | undefined> {
  const { database } = platform;
  const { companyId, noun, table, which, lock, findSubject, shares } = work;
  const taken =
    lease ??
    (await database
      .withCompany(companyId, (tx) => takeLease(tx, work))
      .catch((error) => {
        if (error instanceof JobObsoleteError) return undefined;
        throw error;
      }));
  if (!taken) return undefined;
  const { leaseId, row, subject } = taken;
  const ours = and(which, eq(table.leaseId, leaseId));
  const update = (tx: SystemTx, where: SQL | undefined, changes: object) =>
    updateRuns(tx, table, where, changes);

  async function hold(tx: Tx) {
    const row = await lock(tx);
    if (row?.leaseId !== leaseId) throw new JobObsoleteError();
    return row;
  }

  /** The last report, where it came too soon after another: the next heartbeat writes it. */
  let unwritten = {};
  const { signal, carryOut } = watchWork(platform, {
    companyId,
    noun,
    outer,
    look: async (tx) => {
      const held = await update(tx, ours, { ...unwritten, heartbeatAt: new Date() });
      unwritten = {};
      if (held !== 1 || !(await findSubject(tx))) throw new JobObsoleteError();
      await assertCompanyActive(tx, companyId);
    },
    release: () =>
      database.withCompany(companyId, (tx) => update(tx, ours, { leaseId: null, state: 'queued' })),
  });
  let lastReport = 0;
  let lastStage: Stage | undefined;
  return {
    platform,
    companyId,
    row,
    subject,
    signal,
    carryOut,
    hold,
    write: async (steps) => {
      signal.throwIfAborted();
      return database.withCompany(companyId, async (tx) => steps(tx, await hold(tx)));
    },
    report: async (stage, done, total) => {
      signal.throwIfAborted();
      const percent = percentOf(shares[stage], done, total);
      const changes = { stage, percent, ...work.counts?.(stage, done, total) };
      const isRecent = stage === lastStage && done < total && Date.now() - lastReport < writeEveryMs;
      unwritten = isRecent ? changes : {};
      if (isRecent) return;
      lastStage = stage;
      lastReport = Date.now();
      await database.withCompany(companyId, (tx) => update(tx, ours, changes));
    },
  };
}
