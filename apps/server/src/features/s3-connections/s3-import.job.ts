import type { S3Bucket } from '@lectern/adapters';
import { AppError, hasPermission, s3ImportLimits } from '@lectern/contract';
import { type JobDefinition, RetryLater } from '../../platform/jobs/queue.ts';
import type { Platform } from '../../platform/platform.ts';
import { readActingMember } from '../companies/acting-member.service.ts';
import { readCompanyState } from '../companies/company-state.service.ts';
import { importObject } from './import-object.service.ts';
import { asS3Error, withConnection } from './s3-bucket.service.ts';
import { getConnection } from './s3-connection.service.ts';
import type { S3ImportRow } from './s3-connection.table.ts';
import { countObjects, findImport, insertObjects, listWaiting, updateRunning } from './s3-import.queries.ts';

export type ImportId = { companyId: string; importId: string };

/** It was cancelled, or its connection is gone: the job ends without a word. */
class ImportVoid extends Error {}

/** An import gives its place to others after so long, and goes on when it is its turn again. */
const sliceMs = 60_000;
const lookEveryMs = 1_000;
const objectsAtOnce = 3;
const disabledCompanySeconds = 60;

/** Imports out of a bucket. Every object is settled in one commit: killed at any line and run again, it goes on. */
export function s3ImportJob(platform: Platform): JobDefinition<ImportId> {
  const { database, log } = platform;

  function load({ companyId, importId }: ImportId): Promise<S3ImportRow> {
    return database.withCompany(companyId, async (tx) => {
      const company = await readCompanyState(tx, companyId);
      if (company === 'disabled') throw new RetryLater(disabledCompanySeconds);
      const row = await findImport(tx, importId);
      if (company === 'gone' || row?.status !== 'in_progress') throw new ImportVoid();
      return row;
    });
  }

  async function run(id: ImportId, outer: AbortSignal): Promise<void> {
    const controller = new AbortController();
    const look = setInterval(() => {
      load(id).catch((error) => {
        if (error instanceof ImportVoid || error instanceof RetryLater) controller.abort(error);
        else log.warn({ event: 's3_import.look_failed', reason: String(error) });
      });
    }, lookEveryMs);
    const signal = AbortSignal.any([controller.signal, outer]);
    try {
      const row = await load(id);
      const connection = await database.withCompany(id.companyId, (tx) =>
        getConnection(tx, row.connectionId),
      );
      await withConnection(platform, connection, (bucket) => work(row, bucket, signal));
    } catch (thrown) {
      const error = controller.signal.aborted ? controller.signal.reason : thrown;
      if (error instanceof ImportVoid) return;
      // Another process takes over what this one must leave.
      if (outer.aborted || error instanceof RetryLater) throw error;
      const known = asS3Error(error);
      if (!(known instanceof AppError) || known.code === 'server.error') throw error;
      if (known.code === 'server.unavailable') throw new RetryLater(2);
      await fail(id, known);
    } finally {
      clearInterval(look);
    }
  }

  async function work(row: S3ImportRow, bucket: S3Bucket, signal: AbortSignal): Promise<void> {
    const actor = await database.withCompany(row.companyId, (tx) =>
      readActingMember(tx, row.companyId, row.ownerId),
    );
    if (!actor || !hasPermission(actor.level, 'File')) throw new AppError('auth.level_too_low');
    if (row.folderId === null && !row.toTop) throw new AppError('folder.not_found');
    if (!row.listed) await listAll(row, bucket, signal);
    const until = Date.now() + sliceMs;
    for (;;) {
      signal.throwIfAborted();
      if (Date.now() > until) throw new RetryLater(1);
      const waiting = await database.withCompany(row.companyId, (tx) =>
        listWaiting(tx, row.id, objectsAtOnce),
      );
      if (waiting.length === 0) break;
      const ends = await Promise.allSettled(
        waiting.map((object) => importObject(platform, actor, row, object, bucket, signal)),
      );
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
    }
    await database.withCompany(row.companyId, (tx) =>
      updateRunning(tx, row.id, { status: 'finished', finishedAt: new Date() }),
    );
  }

  /** Writes down all that is meant, page by page; begun again, it finds what it wrote before. */
  async function listAll(row: S3ImportRow, bucket: S3Bucket, signal: AbortSignal): Promise<void> {
    const { keys, prefixes } = row.selection;
    const write = (found: Parameters<typeof insertObjects>[2]) =>
      database.withCompany(row.companyId, async (tx) => {
        await insertObjects(tx, row, found);
        const counts = (await countObjects(tx, [row.id])).get(row.id) ?? {};
        const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
        if (total > s3ImportLimits.maxObjects)
          throw new AppError('s3.too_many_objects', { max: s3ImportLimits.maxObjects });
      });
    await write(keys.map((key) => ({ key, path: '', sizeBytes: null, etag: null })));
    for (const prefix of prefixes) {
      // The chosen folder comes along by its name, not the folders above it.
      const above = prefix.slice(0, prefix.replace(/\/$/, '').lastIndexOf('/') + 1);
      let cursor: string | undefined;
      do {
        signal.throwIfAborted();
        const page = await bucket.list({ prefix, cursor, signal });
        await write(
          page.objects
            .filter(({ key }) => !key.endsWith('/'))
            .map(({ key, size, etag }) => ({
              key,
              path: key.slice(above.length, key.lastIndexOf('/') + 1),
              sizeBytes: size,
              etag,
            })),
        );
        cursor = page.nextCursor;
      } while (cursor !== undefined);
    }
    await database.withCompany(row.companyId, (tx) => updateRunning(tx, row.id, { listed: true }));
  }

  async function fail({ companyId, importId }: ImportId, { code, details }: AppError): Promise<void> {
    await database.withCompany(companyId, (tx) =>
      updateRunning(tx, importId, {
        status: 'failed',
        finishedAt: new Date(),
        errorCode: code,
        errorDetails: { ...details },
      }),
    );
  }

  return {
    name: 's3.import',
    concurrency: () => 2,
    companyConcurrency: 1,
    run,
    onFailed: (id) => fail(id, new AppError('s3.import_failed')),
  };
}
