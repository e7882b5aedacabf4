import { setTimeout } from 'node:timers/promises';
import { ModelError, type TokenUsage } from '@lectern/models';
import type { Tx } from '../../platform/database/database.ts';
import { isMinuteLimit } from '../../platform/jobs/failure.ts';
import { bookedTo, type Opened } from '../models/model.service.ts';
import { recordModelCall } from '../usage/usage.service.ts';
import type { ParseRun } from './parse-run.ts';

/** What is wrong with one text or picture and not with the model: the others may be well. */
const faultsOfOne = new Set(['bad_response', 'content_filtered', 'context_too_long', 'bad_request']);

/** Undefined where the model failed at this one alone; throws where it would fail at all. */
export async function skipOnModelError<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ModelError && faultsOfOne.has(error.kind)) return undefined;
    throw error;
  }
}

/** A call in the middle of work that is kept as a whole: it waits for the next minute, so that nothing is paid twice. */
export async function inRoom<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  while (true) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ModelError) || !isMinuteLimit(error)) throw error;
      await setTimeout(error.retryAfterMs ?? 1_000, undefined, { signal });
    }
  }
}

/** A parse, and whose file it reads: the calls are booked on that person. */
export type BookedRun = Pick<ParseRun, 'parse' | 'found'>;

/** Books a call of a parse. `step` names it within the parse: a step that is repeated is booked once. */
export function recordCall(
  tx: Tx,
  kind: 'chat' | 'vision' | 'speech',
  { parse: { companyId, documentId, version }, found }: BookedRun,
  call: { step: string; opened: Opened<unknown>; usage: TokenUsage; startedAt: number },
): Promise<void> {
  const [work, ...rest] = call.step.split(':');
  return recordModelCall(tx, kind, {
    operationId: [work, documentId, version, ...rest].join(':'),
    companyId,
    accountId: found.file.ownerId,
    source: 'ingest',
    ...bookedTo(call.opened, call.usage),
    promptTokens: call.usage.promptTokens,
    completionTokens: call.usage.completionTokens,
    estimated: call.usage.estimated ?? false,
    durationMs: Math.round(performance.now() - call.startedAt),
  });
}
