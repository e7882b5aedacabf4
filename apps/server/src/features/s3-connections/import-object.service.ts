import { setTimeout } from 'node:timers/promises';
import { ObjectTooLargeError, type S3Bucket } from '@lectern/adapters';
import { AppError, uploadLimits } from '@lectern/contract';
import { fileExtension } from '@lectern/parsing';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { isActive } from '../../platform/runs/columns.ts';
import { lockTree } from '../file-storage/folder.queries.ts';
import { releaseObject } from '../file-storage/object.service.ts';
import { insertFileInFolder } from '../files/upload-to-folder.service.ts';
import { findRefusal, nameOf } from './object-refusal.ts';
import { asS3Error } from './s3-bucket.service.ts';
import type { S3ImportObjectRow, S3ImportRow } from './s3-connection.table.ts';
import { findUnchanged, isWaiting, lockImport, settleObject } from './s3-import.queries.ts';
import { makeFolders } from './target-folder.service.ts';

/** A body that breaks off is asked for again, so often and after so long. */
const fetches = 3;
const pauseMs = 500;

/** Takes one object, or writes down why not. Throws what ends the whole import. */
export async function importObject(
  platform: Platform,
  actor: Actor,
  row: S3ImportRow,
  object: S3ImportObjectRow,
  bucket: S3Bucket,
  signal: AbortSignal,
): Promise<void> {
  const settle = (changes: Partial<S3ImportObjectRow>) =>
    platform.database.withCompany(row.companyId, (tx) => settleObject(tx, object.id, changes));
  const refuse = (state: 'skipped' | 'failed', { code, details }: AppError) =>
    settle({ state, reasonCode: code, reasonDetails: { ...details } });
  const findKnown = (found: { etag: string; sizeBytes: number | null }) =>
    platform.database.withCompany(row.companyId, (tx) =>
      findUnchanged(tx, row, { key: object.key, ...found }),
    );

  const refusal = findRefusal(object.key, object.sizeBytes);
  if (refusal) {
    await refuse('skipped', refusal);
    return;
  }
  const { etag: listed, sizeBytes } = object;
  const known = listed === null ? undefined : await findKnown({ etag: listed, sizeBytes });
  if (known) {
    await settle({ state: 'unchanged', fileId: known });
    return;
  }
  for (let attempt = 1; ; attempt++) {
    try {
      await fetchObject();
      return;
    } catch (thrown) {
      signal.throwIfAborted();
      const error = asS3Error(thrown);
      if (!(error instanceof AppError)) throw error;
      if (error.code === 's3.unreachable' && attempt < fetches)
        await setTimeout(attempt * pauseMs, null, { signal });
      else {
        await checkBucket(error, row, bucket, signal);
        await refuse(error.code === 'document.too_large' ? 'skipped' : 'failed', error);
        return;
      }
    }
  }

  async function fetchObject(): Promise<void> {
    const { stream, size, etag } = await bucket.get(object.key, signal);
    try {
      const found = { sizeBytes: size, etag };
      const tooLarge = findRefusal(object.key, size);
      const same = object.etag === null ? await findKnown(found) : undefined;
      if (tooLarge) await refuse('skipped', tooLarge);
      else if (same) await settle({ ...found, state: 'unchanged', fileId: same });
      else await take(platform, actor, row, object, { ...found, stream, signal });
    } finally {
      stream.on('error', () => {}).destroy();
    }
  }
}

/** Throws what is wrong with more than one object; returns where only this one cannot be had. */
async function checkBucket(
  error: AppError,
  row: S3ImportRow,
  bucket: S3Bucket,
  signal: AbortSignal,
): Promise<void> {
  if (error.code === 's3.object_gone' || error.code === 'document.too_large') return;
  if (error.code !== 's3.access_denied' && error.code !== 's3.unreachable') throw error;
  const [prefix] = row.selection.prefixes;
  try {
    await bucket.list({ prefix: prefix ?? '', limit: 1, signal });
  } catch (thrown) {
    signal.throwIfAborted();
    const fault = asS3Error(thrown);
    // A key may be barred from listing and yet fetch what is named to it.
    const mayNotList = prefix === undefined && fault instanceof AppError && fault.code === 's3.access_denied';
    if (!mayNotList) throw fault;
  }
}

async function take(
  platform: Platform,
  actor: Actor,
  row: S3ImportRow,
  object: S3ImportObjectRow,
  {
    stream,
    signal,
    ...found
  }: { sizeBytes: number; etag: string; stream: NodeJS.ReadableStream; signal: AbortSignal },
): Promise<void> {
  const name = nameOf(object.key);
  const stored = await platform.objects
    .put(actor.companyId, stream as never, {
      signal,
      maxBytes: uploadLimits.maxFileBytes,
    })
    .catch((error) => {
      // A server may say less than it sends.
      throw error instanceof ObjectTooLargeError
        ? (findRefusal(object.key, uploadLimits.maxFileBytes + 1) ?? error)
        : error;
    });
  const upload = {
    name,
    objectKey: stored.key,
    sha256: stored.sha256,
    sizeBytes: stored.size,
    format: fileExtension(name),
  };
  let kept = false;
  try {
    kept = await platform.database.withCompany(row.companyId, async (tx) => {
      const current = await lockImport(tx, row.id);
      if (!current || !isActive(current)) return false;
      if (current.folderId === null && !current.toTop) throw new AppError('folder.not_found');
      // Whatever else imports into these folders waits here, and then sees what this one has made.
      await lockTree(tx, row.companyId);
      if (!(await isWaiting(tx, object.id))) return false;
      const known = { key: object.key, etag: found.etag, sizeBytes: stored.size };
      const same = await findUnchanged(tx, row, known);
      if (same) {
        await settleObject(tx, object.id, { ...found, state: 'unchanged', fileId: same });
        return false;
      }
      const folderId = await makeFolders(tx, row.companyId, current.folderId, object.path);
      const file = await insertFileInFolder(platform, tx, actor, folderId, upload);
      return settleObject(tx, object.id, {
        state: 'imported',
        sizeBytes: stored.size,
        etag: found.etag,
        fileId: file.id,
      });
    });
  } finally {
    if (!kept) await releaseObject(platform, actor.companyId, stored.key);
  }
}
