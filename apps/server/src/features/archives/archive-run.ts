import type { ArchiveStage, ErrorCode, ErrorDetails } from '@lectern/contract';
import { and, eq } from 'drizzle-orm';
import { newId, type Tx } from '../../platform/database/database.ts';
import { RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { readCompanyState } from '../companies/company-state.service.ts';
import { type ArchiveTaskRow, archiveTasks } from './archive.table.ts';
import { lockTask } from './archive-task.service.ts';

export type TaskId = { companyId: string; taskId: string };

/** The task was cancelled, or taken over by another run: the job ends without a word. */
export class ArchiveVoid extends Error {}

/** What the archive or the company's package refuses, for people to read. */
export type Failure = { code: ErrorCode; details?: ErrorDetails };

/** A run that said nothing for so long is dead, and another takes over. */
const deadAfterMs = 15_000;
const lookEveryMs = 1_000;
const writeEveryMs = 400;
const disabledCompanySeconds = 60;

/** Share of the whole that is done when a stage begins and ends, in percent. */
const shares: Record<ArchiveStage, [number, number]> = {
  packing: [0, 100],
  checking: [0, 15],
  unpacking: [15, 100],
};

export type ArchiveRun = {
  platform: Platform;
  /** As it was when this run began. */
  task: ArchiveTaskRow;
  signal: AbortSignal;
  /** Runs `work` only while this run is the one that may write, under the task's lock. */
  write: <T>(work: (tx: Tx, task: ArchiveTaskRow) => Promise<T>) => Promise<T>;
  /** Cheap enough to be called for every piece. */
  report: (stage: ArchiveStage, done: number, total: number) => Promise<void>;
  /** Lets go of a task that is to be gone on with later, by whomever. */
  release: () => Promise<void>;
  stop: () => void;
};

/** Takes a task up; undefined where there is nothing (more) to do. */
export async function openArchiveRun(
  platform: Platform,
  { companyId, taskId }: TaskId,
  outer: AbortSignal,
): Promise<ArchiveRun | undefined> {
  const { database, log } = platform;
  const runId = newId();
  const task = await database.withCompany(companyId, async (tx) => {
    const company = await readCompanyState(tx, companyId);
    const row = await lockTask(tx, taskId);
    if (company === 'gone' || !row || !['queued', 'running'].includes(row.state)) return undefined;
    if (company === 'disabled') throw new RetryLater(disabledCompanySeconds);
    if (row.runId && Date.now() - (row.aliveAt?.getTime() ?? 0) < deadAfterMs) throw new RetryLater(3);
    const changes = { state: 'running', runId, aliveAt: new Date() } as const;
    await tx.update(archiveTasks).set(changes).where(eq(archiveTasks.id, taskId));
    return { ...row, ...changes };
  });
  if (!task) return undefined;

  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, outer]);
  const ours = and(eq(archiveTasks.id, taskId), eq(archiveTasks.runId, runId));
  const look = setInterval(() => {
    database
      .withCompany(companyId, async (tx) => {
        const alive = await tx
          .update(archiveTasks)
          .set({ aliveAt: new Date() })
          .where(ours)
          .returning({ id: archiveTasks.id });
        const company = await readCompanyState(tx, companyId);
        if (alive.length === 0 || company === 'gone') controller.abort(new ArchiveVoid());
        else if (company === 'disabled') controller.abort(new RetryLater(disabledCompanySeconds));
      })
      .catch((error) => log.warn({ event: 'archive.look_failed', reason: String(error) }));
  }, lookEveryMs);

  let lastReport = 0;
  let lastStage: ArchiveStage | undefined;
  return {
    platform,
    task,
    signal,
    write: (work) => {
      signal.throwIfAborted();
      return database.withCompany(companyId, async (tx) => {
        const row = await lockTask(tx, taskId);
        if (row?.runId !== runId) throw new ArchiveVoid();
        return work(tx, row);
      });
    },
    report: async (stage, done, total) => {
      signal.throwIfAborted();
      if (stage === lastStage && Date.now() - lastReport < writeEveryMs) return;
      lastStage = stage;
      lastReport = Date.now();
      const [from, to] = shares[stage];
      const percent = from + (total > 0 ? ((to - from) * Math.min(done, total)) / total : 0);
      await database.withCompany(companyId, (tx) =>
        tx.update(archiveTasks).set({ stage, percent }).where(ours),
      );
    },
    release: async () => {
      await database.withCompany(companyId, (tx) =>
        tx.update(archiveTasks).set({ runId: null, state: 'queued' }).where(ours),
      );
    },
    stop: () => clearInterval(look),
  };
}
