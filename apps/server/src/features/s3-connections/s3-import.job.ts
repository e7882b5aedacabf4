import type { S3Bucket } from '@lectern/adapters';
import { AppError, hasPermission, type S3ImportStage, s3ImportLimits } from '@lectern/contract';
import { eq } from 'drizzle-orm';
import { type Job, RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { failedRun, finishedRun, isActive } from '../../platform/runs/columns.ts';
import { type LeasedRun, openLeasedRun } from '../../platform/runs/leased-run.ts';
import { readActingMember } from '../companies/acting-member.service.ts';
import { importObject } from './import-object.service.ts';
import { findRefusal } from './object-refusal.ts';
import { asS3Error, withConnection } from './s3-bucket.service.ts';
import type { S3ImportRow } from './s3-connection.table.ts';
import { type S3ConnectionRow, s3Imports } from './s3-connection.table.ts';
import {
  countObjects,
  type FoundObject,
  findConnectionOfImport,
  insertObjects,
  listWaiting,
  lockImport,
  updateActiveImport,
} from './s3-import.queries.ts';

export type ImportId = { companyId: string; importId: string };

/** After so long an import lets others run and continues when it is its turn again. */
const sliceMs = 60_000;
const objectsAtOnce = 3;
/** After so many pages of a list without a new name it goes in a circle. */
const mostPagesForNothing = 50;

type S3Run = LeasedRun<S3ImportRow, S3ImportStage, S3ConnectionRow>;

/** Imports objects of a bucket, each in one commit: if the process is killed, the next attempt continues after it. */
export function s3ImportJob(platform: Platform): Job<ImportId> {
  const { database } = platform;

  async function run(id: ImportId, outer: AbortSignal): Promise<void> {
    const { companyId, importId } = id;
    const run = await openLeasedRun<S3ImportRow, S3ImportStage, S3ConnectionRow>(
      platform,
      {
        companyId,
        noun: 's3_import',
        table: s3Imports,
        which: eq(s3Imports.id, importId),
        lock: (tx) => lockImport(tx, importId),
        findSubject: (tx) => findConnectionOfImport(tx, importId),
        isDue: isActive,
        shares: { listing: [0, 10], importing: [10, 100] },
      },
      outer,
    );
    if (!run) return;
    const steps = () => withConnection(platform, run.subject, (bucket) => work(run, bucket));
    await run.carryOut(steps, {
      onFailure: async (error) => {
        const known = asS3Error(error);
        if (!(known instanceof AppError) || known.code === 'server.error') throw error;
        if (known.code === 'server.unavailable') throw new RetryLater(2);
        // Most come back: the queue tries some times before it has failed.
        if (known.code === 's3.unreachable') throw known;
        await fail(id, known);
      },
    });
  }

  async function work({ row, signal, report }: S3Run, bucket: S3Bucket): Promise<void> {
    const actor = await database.withCompany(row.companyId, (tx) =>
      readActingMember(tx, row.companyId, row.ownerId),
    );
    if (!actor || !hasPermission(actor.level, 'File')) throw new AppError('auth.level_too_low');
    if (row.folderId === null && !row.toTop) throw new AppError('folder.not_found');
    if (!row.listed) {
      await report('listing', 0, 1);
      await listAll(row, bucket, signal);
    }
    const until = Date.now() + sliceMs;
    for (;;) {
      signal.throwIfAborted();
      if (Date.now() > until) throw new RetryLater(1);
      const { waiting, counts } = await database.withCompany(row.companyId, async (tx) => ({
        waiting: await listWaiting(tx, row.id, objectsAtOnce),
        counts: (await countObjects(tx, [row.id])).get(row.id) ?? {},
      }));
      if (waiting.length === 0) break;
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
      await report('importing', total - (counts.waiting ?? 0), total);
      const ends = await Promise.allSettled(
        waiting.map((object) => importObject(platform, actor, row, object, bucket, signal)),
      );
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
    }
    await database.withCompany(row.companyId, (tx) => updateActiveImport(tx, row.id, finishedRun()));
  }

  /** Writes down all that is meant, page by page; begun again, it finds what it wrote before. */
  async function listAll(row: S3ImportRow, bucket: S3Bucket, signal: AbortSignal): Promise<void> {
    const { keys, prefixes } = row.selection;
    const write = (found: FoundObject[]) =>
      database.withCompany(row.companyId, async (tx) => {
        const fresh = await insertObjects(tx, row, found);
        const counts = (await countObjects(tx, [row.id])).get(row.id) ?? {};
        const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
        if (total > s3ImportLimits.maxObjects)
          throw new AppError('s3.too_many_objects', { max: s3ImportLimits.maxObjects });
        return fresh;
      });
    await write(keys.map((key) => ({ key, path: '', sizeBytes: null, etag: null })));
    for (const prefix of prefixes) {
      // The chosen folder comes along by its name, not the folders above it.
      const above = prefix.slice(0, prefix.replace(/\/$/, '').lastIndexOf('/') + 1);
      let cursor: string | undefined;
      let pagesForNothing = 0;
      do {
        signal.throwIfAborted();
        const page = await bucket.list({ prefix, cursor, signal });
        const fresh = await write(
          page.objects
            .filter(({ key }) => !key.endsWith('/'))
            .map(({ key, size, etag }) => ({
              key,
              path: key.slice(above.length, key.lastIndexOf('/') + 1),
              sizeBytes: size,
              etag,
              ...refusalOf(key, size),
            })),
        );
        pagesForNothing = fresh === 0 ? pagesForNothing + 1 : 0;
        if (pagesForNothing > mostPagesForNothing)
          throw new AppError('s3.unreachable', { detail: 'the list of its objects has no end' });
        cursor = page.nextCursor;
      } while (cursor !== undefined);
    }
    await database.withCompany(row.companyId, (tx) => updateActiveImport(tx, row.id, { listed: true }));
  }

  /** What its name or size forbids is settled with the list: such objects are many, and nothing is asked of them. */
  function refusalOf(key: string, size: number): Partial<FoundObject> {
    const refusal = findRefusal(key, size);
    if (!refusal) return {};
    return { state: 'skipped', reasonCode: refusal.code, reasonDetails: { ...refusal.details } };
  }

  async function fail({ companyId, importId }: ImportId, { code, details }: AppError): Promise<void> {
    await database.withCompany(companyId, (tx) =>
      updateActiveImport(tx, importId, failedRun({ code, details })),
    );
  }

  return {
    concurrency: () => 2,
    companyConcurrency: 1,
    run,
    onFailed: (id, error) => {
      const unreachable = error instanceof AppError && error.code === 's3.unreachable';
      return fail(id, unreachable ? error : new AppError('s3.import_failed'));
    },
  };
}
