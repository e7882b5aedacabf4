import { companyPort } from '../company-port.ts';
import type { Tx } from '../database/database.ts';
import { RetryLater } from '../jobs/queue.ts';
import type { Platform } from '../platform.ts';

/** The work was cancelled, deleted with what it belongs to, or taken over by another run: its job ends without a word. */
export class JobObsoleteError extends Error {}

const lookEveryMs = 1_000;
/** Enabling the company takes up at once what waits; this is for work that had just looked. */
export const disabledCompanySeconds = 60;

/** Throws where work of the company is void, or has to wait until the company is enabled again. */
export async function assertCompanyActive(tx: Tx, companyId: string): Promise<void> {
  const state = await companyPort.get().readState(tx, companyId);
  if (state === 'deleted') throw new JobObsoleteError();
  if (state === 'disabled') throw new RetryLater(disabledCompanySeconds);
}

/** What becomes of work that does not come to its end. */
export type WorkEnds = {
  /** Clears up after work that counts for nothing. */
  onObsolete?: () => Promise<unknown>;
  /** Says why it failed, or throws what another attempt may not meet. */
  onFailure: (error: unknown) => Promise<void>;
};

export type WatchedWork = {
  /** Fires when the work is to stop: the process ends, or `look` had something against it. */
  signal: AbortSignal;
  /** Runs the work, looking every second whether it is still wanted. */
  carryOut: (work: () => Promise<void>, ends: WorkEnds) => Promise<void>;
};

/** One run of a job, while the process goes on: until `outer` fires. */
type Watch = {
  companyId: string;
  /** Names the work in the log. */
  noun: string;
  outer: AbortSignal;
  /** Throws JobObsoleteError or RetryLater where the work is not wanted, or not now. Another fault of it stops nothing. */
  look: (tx: Tx) => Promise<unknown>;
  /** Lets go of work that failed or is to be gone on with later, by whomever. */
  release?: () => Promise<unknown>;
};

/** Has work stop within seconds once nobody wants it, and sorts what it ended in. */
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
        // Work that is stopped fails in many ways; why it was stopped says what it came to.
        const reason = signal.aborted ? signal.reason : error;
        if (reason instanceof JobObsoleteError || error instanceof JobObsoleteError) {
          await onObsolete?.();
          return;
        }
        await release?.();
        // Another process takes over what this one must leave.
        if (outer.aborted) throw error;
        if (reason instanceof RetryLater) throw reason;
        await onFailure(error);
      } finally {
        clearInterval(looking);
      }
    },
  };
}
