import type { ErrorCode, ErrorDetails } from '@lectern/contract';
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  doublePrecision,
  jsonb,
  type PgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Failure } from '../jobs/failure.ts';

/** A run is one execution of long-running work. It waits as `queued`, also between two attempts. */
export const runStates = ['queued', 'running', 'finished', 'failed', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];

/** The columns that every table of long-running work has. */
export const runColumns = <Stage extends string>() => ({
  state: text('state', { enum: runStates }).notNull().default('queued'),
  stage: text('stage').$type<Stage>(),
  percent: doublePrecision('percent').notNull().default(0),
  /** Names the attempt that may write to the run; another attempt takes over by writing its own id. */
  leaseId: uuid('lease_id'),
  /** When that attempt was last known to be alive. */
  heartbeatAt: timestamp('heartbeat_at', { withTimezone: true }),
  /** Why the run failed, or what it waits for. */
  errorCode: text('error_code').$type<ErrorCode>(),
  errorDetails: jsonb('error_details').$type<ErrorDetails>(),
  finishedAt: timestamp('finished_at', { withTimezone: true }),
});

export type RunTable = PgTable & Record<'companyId' | keyof ReturnType<typeof runColumns>, AnyPgColumn>;

/** Kinds of runs may have states of their own besides; none of those is worked on. */
export function isActive({ state }: { state: string }): boolean {
  return state === 'queued' || state === 'running';
}

/** Holds for runs that a job works on, or will. */
export function activeRuns(table: { state: AnyPgColumn }): SQL {
  return sql`${table.state} in ('queued', 'running')`;
}

export const noError = { errorCode: null, errorDetails: null };

export function failureColumns({ code, detail, details }: Failure) {
  return { errorCode: code, errorDetails: details ?? (detail === undefined ? null : { detail }) };
}

// What a run's columns become at each change of its state. Clearing the lease ends an attempt within a second.

export function queuedRun() {
  return { state: 'queued' as const, stage: null, leaseId: null, finishedAt: null, ...noError };
}

export function finishedRun() {
  const finishedAt = new Date();
  return { state: 'finished' as const, stage: null, percent: 100, leaseId: null, finishedAt, ...noError };
}

export function cancelledRun() {
  return { state: 'cancelled' as const, stage: null, leaseId: null, finishedAt: new Date(), ...noError };
}

export function failedRun(failure: Failure) {
  const finishedAt = new Date();
  return { state: 'failed' as const, stage: null, leaseId: null, finishedAt, ...failureColumns(failure) };
}
