import type { ErrorCode } from '@lectern/contract';
import { and, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { SystemTx } from '../database/database.ts';
import type { Platform } from '../platform.ts';
import { activeRuns, failedRun, type RunTable } from './columns.ts';
import { updateRuns } from './run.queries.ts';

/** One kind of long-running work. `find` lists runs that no job works on any more, `fail` ends one of them. */
export type RunKind<Orphan extends { companyId: string } = { companyId: string }> = {
  name: string;
  find: (tx: SystemTx) => Promise<Orphan[]>;
  fail: (platform: Platform, orphan: Orphan) => Promise<unknown>;
};

// biome-ignore lint/suspicious/noExplicitAny: each kind knows its own orphans; the list does not.
export type AnyRunKind = RunKind<any>;

export function defineRunKind<Orphan extends { companyId: string }>(kind: RunKind<Orphan>): AnyRunKind {
  return kind;
}

/** The kind of a table with run columns: `key` are the columns that its jobs name a run by, in the jobs' data. */
export function runKindOf(
  table: RunTable,
  options: {
    name: string;
    jobs: string[];
    key: Record<string, AnyPgColumn>;
    error: ErrorCode;
    onFailed?: (tx: SystemTx, orphan: { companyId: string } & Record<string, unknown>) => Promise<void>;
  },
): AnyRunKind {
  const { name, jobs, key, error, onFailed } = options;
  const orphaned = and(activeRuns(table), isOrphaned(jobs, key));
  const one = (orphan: Record<string, unknown>) =>
    and(orphaned, ...Object.entries(key).map(([field, column]) => sql`${column} = ${orphan[field]}`));
  return defineRunKind({
    name,
    find: (tx) =>
      tx
        .select({ ...key, companyId: table.companyId })
        .from(table)
        .where(orphaned) as unknown as Promise<{ companyId: string }[]>,
    fail: (platform, orphan) =>
      platform.database.withCompany(orphan.companyId, async (tx) => {
        if (await updateRuns(tx, table, one(orphan), failedRun({ code: error })))
          await onFailed?.(tx, orphan);
      }),
  });
}

/**
 * Fails runs whose last attempt died with its process before it could say so, so that a person can start another.
 * One kind that cannot be read does not stop the others. Returns how many failed.
 */
export async function failOrphanedRuns(platform: Platform, kinds: readonly AnyRunKind[]): Promise<number> {
  let failed = 0;
  for (const { name, find, fail } of kinds)
    try {
      const orphans = await platform.database.asSystem('orphaned runs of every company', find);
      for (const orphan of orphans) {
        await fail(platform, orphan);
        failed++;
      }
    } catch (error) {
      platform.log.error({ event: 'maintenance.failed', task: `orphaned ${name}` }, error);
    }
  return failed;
}

/**
 * Holds for rows whose job is gone: no job of these names waits or runs with the row's values in its data. Row and job
 * are written in one transaction, so that a new row always has its job.
 */
export function isOrphaned(names: string[], data: Record<string, AnyPgColumn>): SQL {
  const same = Object.entries(data).map(([key, column]) => sql`data->>${key}::text = ${column}::text`);
  return sql`not exists (
    select from pgboss.job where name in ${names} and state in ('created', 'retry', 'active')
      and ${sql.join(same, sql` and `)})`;
}
