import { companyPort } from '../company-port.ts';
import type { SystemTx, Tx } from '../database/database.ts';
import { RetryLater } from '../jobs/queue.ts';
import type { Platform } from '../platform.ts';

/** The run was cancelled, deleted with what it belongs to, or taken over by another attempt: its job ends quietly. */
export class JobObsoleteError extends Error {}

const lookEveryMs = 1_000;
/** Enabling the company runs waiting jobs at once; this covers a job that had just checked. */
export const disabledCompanySeconds = 60;

/** Throws JobObsoleteError for a deleted company and RetryLater for a disabled one. */
export async function assertCompanyActive(tx: Tx, companyId: string): Promise<void> {
  const state = await companyPort.get().readState(tx, companyId);
  if (state === 'deleted') throw new JobObsoleteError();
  if (state === 'disabled') throw new RetryLater(disabledCompanySeconds);
}

/** What to do with work that does not finish. */
export type WorkEnds = {
  /** Cleans up after obsolete work. */
  onObsolete?: () => Promise<unknown>;
  /** Records why it failed, or throws to have the job retried. */
  onFailure: (error: unknown) => Promise<void>;
};

export type WatchedWork = {
  /** Aborts when the work has to stop: the process ends, or `look` threw. */
  signal: AbortSignal;
  /** Runs the work and checks every second whether it may continue. */
  carryOut: (work: () => Promise<void>, ends: WorkEnds) => Promise<void>;
};

/** One attempt of a job, until `outer` aborts because the process ends. */
type Watch = {
  companyId: string;
  /** Names the work in log entries. */
  noun: string;
  outer: AbortSignal;
  /** Throws JobObsoleteError or RetryLater to stop the work. Other errors are logged and stop nothing. */
  look: (tx: SystemTx) => Promise<unknown>;
  /** Releases work that failed or will be retried, so that any process can take it. */
  release?: () => Promise<unknown>;
};

/** Stops work within seconds once it is obsolete, and handles how it ended. */
export function watchWork(
  { database, log }: Pick<Platform, 'database' | 'log'>,
  { companyId, noun, outer, look, release }: Watch,
): WatchedWork {
  const controller = new AbortController();
  const signal = AbortSignal.any([controller.signal, outer]);

  const lookOnce = () => {
    database.withCompany(companyId, look).catch((error) => {
      if (error instanceof JobObsoleteError || error instanceof RetryLater) controller.abort(error);
      else log.warn({ event: `${noun}.look_failed`, reason: String(error) });
    });
  };

  return {
    signal,
    carryOut: async (work, { onObsolete, onFailure }) => {
      const looking = setInterval(lookOnce, lookEveryMs);
      try {
        await work();
      } catch (error) {
        // Work that is stopped fails in many ways; the reason for stopping decides.
        const reason = signal.aborted ? signal.reason : error;
        if (reason instanceof JobObsoleteError || error instanceof JobObsoleteError) {
          await onObsolete?.();
          return;
        }
        await release?.();
        // Another process takes over.
        if (outer.aborted) throw error;
        if (reason instanceof RetryLater) throw reason;
        await onFailure(error);
      } finally {
        clearInterval(looking);
      }
    },
  };
}
