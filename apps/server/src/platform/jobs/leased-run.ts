import { and, eq, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { newId, type Tx } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { percentOf, type Shares } from './percent-of.ts';
import { RetryLater } from './queue.ts';
import { assertCompanyActive, JobObsoleteError, type WatchedWork, watchWork } from './watch-work.ts';

/** A run that said nothing for so long is dead, and another takes over. */
const deadAfterMs = 15_000;
const writeEveryMs = 400;

/** A table whose rows are worked on: `runId` names the run that may write, `aliveAt` is when it last said that it lives. */
type LeasedTable = PgTable & Record<'runId' | 'aliveAt' | 'state' | 'stage' | 'percent', AnyPgColumn>;
type LeasedRow = { state: string; runId: string | null; aliveAt: Date | null };

/** What is worked on: one row, which one run at a time holds on lease. */
export type LeasedWork<Row extends LeasedRow, Stage extends string, Subject> = {
  companyId: string;
  /** Names the work in the log. */
  noun: string;
  table: LeasedTable;
  /** Picks the row. */
  which: SQL;
  /** The row under its lock. */
  lock: (tx: Tx) => Promise<Row | undefined>;
  /** What the work is about: without it the work is void. */
  findSubject: (tx: Tx) => Promise<Subject | undefined>;
  /** Whether there is something (more) to do. */
  isDue: (row: Row) => boolean;
  /** What a run makes of the row when it takes it up. */
  begin: (row: Row) => Partial<Row>;
  shares: Shares<Stage>;
  /** What a report writes beside stage and percent. */
  counts?: (stage: Stage, done: number, total: number) => Partial<Row>;
};

/** One run of the work: what it works on, and how it writes. */
export type LeasedRun<Row, Stage extends string, Subject> = WatchedWork & {
  platform: Platform;
  companyId: string;
  /** As it was when this run took it up. */
  row: Row;
  subject: Subject;
  /** Locks the row in the caller's transaction; throws JobObsoleteError unless this run is the one that may write. */
  hold: (tx: Tx) => Promise<Row>;
  /** Runs `work` in one transaction, only while this run is the one that may write, under the row's lock. */
  write: <T>(work: (tx: Tx, row: Row) => Promise<T>) => Promise<T>;
  /** Says how far a stage is. Cheap enough to be called for every piece. */
  report: (stage: Stage, done: number, total: number) => Promise<void>;
};

/**
 * Takes work up; undefined where there is nothing (more) to do. Throws RetryLater while another run is alive. The run
 * says every second that it lives, and stops when the row is no longer its own; what fails or is stopped is `queued`
 * again, for whomever.
 */
export async function openLeasedRun<Row extends LeasedRow, Stage extends string, Subject>(
  platform: Platform,
  work: LeasedWork<Row, Stage, Subject>,
  outer: AbortSignal,
): Promise<LeasedRun<Row, Stage, Subject> | undefined> {
  const { database } = platform;
  const { companyId, noun, table, which, lock, findSubject, shares } = work;
  const runId = newId();
  const ours = and(which, eq(table.runId, runId));
  const update = (tx: Tx, where: SQL | undefined, changes: object) =>
    tx.update(table).set(changes).where(where);

  async function take(tx: Tx) {
    const subject = await findSubject(tx);
    const row = await lock(tx);
    if (!subject || !row || !work.isDue(row)) throw new JobObsoleteError();
    await assertCompanyActive(tx, companyId);
    if (row.runId && Date.now() - (row.aliveAt?.getTime() ?? 0) < deadAfterMs) throw new RetryLater(3);
    const changes = { ...work.begin(row), runId, aliveAt: new Date() };
    await update(tx, which, changes);
    return { row: { ...row, ...changes }, subject };
  }

  async function hold(tx: Tx) {
    const row = await lock(tx);
    if (row?.runId !== runId) throw new JobObsoleteError();
    return row;
  }

  const taken = await database.withCompany(companyId, take).catch((error) => {
    if (error instanceof JobObsoleteError) return undefined;
    throw error;
  });
  if (!taken) return undefined;

  const { signal, carryOut } = watchWork(platform, {
    companyId,
    noun,
    outer,
    look: async (tx) => {
      const { rowCount } = await update(tx, ours, { aliveAt: new Date() });
      if (rowCount !== 1 || !(await findSubject(tx))) throw new JobObsoleteError();
      await assertCompanyActive(tx, companyId);
    },
    release: () =>
      database.withCompany(companyId, (tx) => update(tx, ours, { runId: null, state: 'queued' })),
  });
  let lastReport = 0;
  let lastStage: Stage | undefined;
  return {
    platform,
    companyId,
    ...taken,
    signal,
    carryOut,
    hold,
    write: async (steps) => {
      signal.throwIfAborted();
      return database.withCompany(companyId, async (tx) => steps(tx, await hold(tx)));
    },
    report: async (stage, done, total) => {
      signal.throwIfAborted();
      const isTold = stage === lastStage && done < total && Date.now() - lastReport < writeEveryMs;
      if (isTold) return;
      lastStage = stage;
      lastReport = Date.now();
      const percent = percentOf(shares[stage], done, total);
      await database.withCompany(companyId, (tx) =>
        update(tx, ours, { stage, percent, ...work.counts?.(stage, done, total) }),
      );
    },
  };
}
