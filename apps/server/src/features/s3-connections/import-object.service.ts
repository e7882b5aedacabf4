import { ObjectTooLargeError, type S3Bucket } from '@lectern/adapters';
import { AppError, uploadLimits } from '@lectern/contract';
import { fileExtension } from '@lectern/parsing';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { discard } from '../documents/upload.service.ts';
import { keepFileWithin } from '../files/upload-to-folder.service.ts';
import { findRefusal, nameOf } from './object-refusal.ts';
import { asS3Error } from './s3-bucket.service.ts';
import type { S3ImportObjectRow, S3ImportRow } from './s3-connection.table.ts';
import { findUnchanged, lockImport, settleObject } from './s3-import.queries.ts';
import { makeFolders } from './target-folder.service.ts';

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
  const findKnown = (etag: string) =>
    platform.database.withCompany(row.companyId, (tx) => findUnchanged(tx, row, { key: object.key, etag }));

  const refusal = findRefusal(object.key, object.sizeBytes);
  if (refusal) {
    await refuse('skipped', refusal);
    return;
  }
  const known = object.etag === null ? undefined : await findKnown(object.etag);
  if (known) {
    await settle({ state: 'unchanged', fileId: known });
    return;
  }
  try {
    const { stream, size, etag } = await bucket.get(object.key, signal);
    try {
      const found = { sizeBytes: size, etag };
      const tooLarge = findRefusal(object.key, size);
      const same = object.etag === null ? await findKnown(etag) : undefined;
      if (tooLarge) await refuse('skipped', tooLarge);
      else if (same) await settle({ ...found, state: 'unchanged', fileId: same });
      else await take(platform, actor, row, object, { ...found, stream, signal });
    } finally {
      stream.on('error', () => {}).destroy();
    }
  } catch (thrown) {
    signal.throwIfAborted();
    const error = asS3Error(thrown);
    // What is wrong with one object is said of that object; a key that may list may be barred from some.
    const ofObject = ['s3.object_gone', 's3.access_denied', 'document.too_large'];
    if (!(error instanceof AppError) || !ofObject.includes(error.code)) throw error;
    await refuse(error.code === 'document.too_large' ? 'skipped' : 'failed', error);
  }
}

async function take(
  platform: Platform,
  actor: Actor,
  row: S3ImportRow,
  object: S3ImportObjectRow,
  found: { sizeBytes: number; etag: string; stream: NodeJS.ReadableStream; signal: AbortSignal },
): Promise<void> {
  const name = nameOf(object.key);
  const stored = await platform.objects
    .put(actor.companyId, found.stream as never, {
      signal: found.signal,
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
      if (current?.status !== 'in_progress') return false;
      if (current.folderId === null && !current.toTop) throw new AppError('folder.not_found');
      const folderId = await makeFolders(tx, row.companyId, current.folderId, object.path);
      const file = await keepFileWithin(platform, tx, actor, folderId, upload);
      return settleObject(tx, object.id, {
        state: 'imported',
        sizeBytes: stored.size,
        etag: found.etag,
        fileId: file.id,
      });
    });
  } finally {
    if (!kept) await discard(platform, actor, stored.key);
  }
}
