import { AppError, type ErrorCode, type ErrorDetails } from '@lectern/contract';
import { ModelError } from '@lectern/models';
import { UnreadableFileError } from '@lectern/parsing';
import { cleanText } from '../database/clean-text.ts';
import type { Platform } from '../platform.ts';
import { RetryLater } from './queue.ts';

/** Why a run failed, for people to read. `detail`: the message of a provider or a reader, cleaned for storage. */
export type Failure = { code: ErrorCode; detail?: string; details?: ErrorDetails };

/** How long to wait for a provider. */
type Patience = {
  /** When the run last made progress. */
  findLastProgress: () => Promise<Date | undefined>;
  patienceMs?: number;
  /** Stores what the run waits for, so that people can read it meanwhile. */
  onWait?: (failure: Failure) => Promise<unknown>;
};

const transientFaults = new Set([
  'rate_limited',
  'circuit_open',
  'unreachable',
  'timeout',
  'server_error',
  'local_crashed',
]);
/** Limits of our own that start anew each minute: whoever set them wants work to wait, not to fail. */
const minuteLimits = new Set(['requests_limited', 'tokens_limited']);
export const isMinuteLimit = (error: unknown): boolean =>
  error instanceof ModelError && minuteLimits.has(error.kind);
const limitPatienceMs = 24 * 60 * 60_000;
const defaultPatienceMs = 30 * 60_000;
const mostDetail = 500;

/**
 * The failure to show for an error; undefined for one that a retry may not meet. A transient fault throws RetryLater
 * instead: that of a provider until `patienceMs` after the last progress.
 */
export async function asFailure(
  { metrics }: Pick<Platform, 'metrics'>,
  error: unknown,
  { findLastProgress, patienceMs = defaultPatienceMs, onWait }: Patience,
): Promise<Failure | undefined> {
  if (error instanceof ModelError) {
    metrics.modelErrors.inc({ kind: error.kind });
    const failure: Failure = { code: `model.${error.kind}`, ...fit(error.detail) };
    const isLimited = isMinuteLimit(error);
    if (!isLimited && !transientFaults.has(error.kind)) return failure;
    const since = (await findLastProgress())?.getTime() ?? 0;
    if (Date.now() - since >= (isLimited ? limitPatienceMs : patienceMs)) return failure;
    await onWait?.(failure);
    throw new RetryLater((error.retryAfterMs ?? 15_000) / 1000);
  }
  if (error instanceof UnreadableFileError) return { code: `parsing.${error.reason}`, ...fit(error.detail) };
  if (!(error instanceof AppError)) return undefined;
  if (error.code === 'server.unavailable') throw new RetryLater(2);
  return error.status < 500 ? { code: error.code, details: error.details } : undefined;
}

function fit(detail: string | undefined): Pick<Failure, 'detail'> {
  return detail === undefined ? {} : { detail: cleanText(detail.slice(0, mostDetail)) };
}
