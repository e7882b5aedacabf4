import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError, type ErrorCode, errorText, type Language, uploadLimits } from '@lectern/contract';
import { acceptedExtensions, fileExtension } from '@lectern/parsing';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../platform/actor.ts';
import { newId, type Tx } from '../../platform/database/database.ts';
import { asAppError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeQuota } from '../../platform/quota.ts';
import { insertFile } from './file.queries.ts';
import type { FileRow } from './file.table.ts';
import { lockObject, releaseObject } from './object.service.ts';

export type StoredUpload = {
  name: string;
  objectKey: string;
  sha256: string;
  sizeBytes: number;
  format: string;
};

export type Refusal = { name: string; code: ErrorCode; message: string };

/** What a file sent by itself is answered with, instead of a list of one refusal. */
const ownStatus: readonly ErrorCode[] = ['document.too_large', 'document.unsupported', 'document.empty'];

const maxMegabytes = uploadLimits.maxFileBytes / 1024 / 1024;

/** The last part of the name that a browser sent, fit to be shown: no path, no control characters. */
export function cleanFileName(name: string): string {
  const last = name.split(/[\\/]/).pop() ?? '';
  const clean = last
    .normalize('NFC')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .toWellFormed();
  if (clean.length <= 255) return clean || 'file';
  const extension = extname(clean).slice(0, 16);
  return clean.slice(0, 255 - extension.length) + extension;
}

/**
 * Streams the files of a multipart request into the object store, one after the other. A file that is refused is
 * reported; the others are taken.
 */
export async function receiveFiles<Taken>(
  platform: Platform,
  actor: Actor,
  request: FastifyRequest,
  language: Language,
  take: (upload: StoredUpload) => Promise<Taken>,
): Promise<{ taken: Taken[]; refused: Refusal[] }> {
  const taken: Taken[] = [];
  const refused: Refusal[] = [];
  let alone: AppError | undefined;
  let seen = 0;
  for await (const part of readFiles(request)) {
    seen++;
    const name = cleanFileName(part.filename ?? '');
    try {
      if (seen > uploadLimits.maxFiles)
        throw new AppError('document.too_many_files', { name, maxFiles: uploadLimits.maxFiles });
      const upload = await storeFile(platform, actor, { name, stream: part.file });
      taken.push(await storeOrDiscard(platform, actor, upload.objectKey, () => take(upload)));
    } catch (thrown) {
      const error = asAppError(thrown);
      // A server error ends the request.
      if (error.status >= 500) throw error;
      alone = seen === 1 && ownStatus.includes(error.code) ? error : undefined;
      refused.push({
        name,
        code: error.code,
        message: errorText(error.code, language, error.details),
      });
    } finally {
      // The parser of the request waits until this part is read to its end.
      part.file.resume();
    }
  }
  if (seen === 0) throw new AppError('document.no_file');
  // Nothing was taken and nothing else was sent: the answer is that of the file.
  if (seen === 1 && alone) throw alone;
  return { taken, refused };
}

/** A form that breaks off or has no form at all is the caller's doing; its reader gives such errors no status. */
export async function* readFiles(
  request: FastifyRequest,
  limits: { fileSize?: number; files?: number } = {},
) {
  try {
    yield* request.files({ limits });
  } catch (error) {
    const known = asAppError(error);
    throw known.code === 'server.error' ? new AppError('request.bad', {}, { cause: error }) : known;
  }
}

/** Removes the stored bytes if `store` fails. */
export async function storeOrDiscard<Kept>(
  platform: Platform,
  actor: Pick<Actor, 'companyId'>,
  objectKey: string,
  keep: () => Promise<Kept>,
): Promise<Kept> {
  try {
    return await keep();
  } catch (error) {
    // If this fails too, the reconciler removes them.
    await releaseObject(platform, actor.companyId, objectKey).catch(() => {});
    throw error;
  }
}

async function storeFile(
  platform: Platform,
  actor: Actor,
  file: { name: string; stream: Readable & { truncated?: boolean } },
): Promise<StoredUpload> {
  const { name, stream } = file;
  const extension = fileExtension(name);
  if (!acceptedExtensions().includes(extension))
    throw new AppError('document.unsupported', { name, extensions: acceptedExtensions().join(', ') });
  const stored = await platform.objects.put(actor.companyId, stream).catch((error) => {
    const brokenOff = error === stream.errored || error?.code === 'ERR_STREAM_PREMATURE_CLOSE';
    throw brokenOff ? new AppError('request.bad', {}, { cause: error }) : error;
  });
  if (stream.truncated) {
    await releaseObject(platform, actor.companyId, stored.key);
    throw new AppError('document.too_large', { name, maxMegabytes });
  }
  if (stored.size === 0) {
    await releaseObject(platform, actor.companyId, stored.key);
    throw new AppError('document.empty', { name });
  }
  return {
    name,
    objectKey: stored.key,
    sha256: stored.sha256,
    sizeBytes: stored.size,
    format: extension,
  };
}

type AddFileOptions = {
  /** Where it appears in the file manager; without it the file belongs to its documents only. */
  place?: Pick<FileRow, 'folderId' | 'shelf' | 'name'>;
};

/** Inserts the row of a stored upload. */
export async function addFile(
  { objects }: Pick<Platform, 'objects'>,
  tx: Tx,
  companyId: string,
  upload: StoredUpload,
  ownerId: string,
  { place: inFolder }: AddFileOptions = {},
): Promise<FileRow> {
  // A deletion that removes the same bytes holds this lock too: either it is done and they are missing, or it will see
  // the new row. Looked up before the quota, since no network call is made under a company's lock.
  await lockObject(tx, upload.objectKey);
  if (!(await objects.head(upload.objectKey))) throw new AppError('server.unavailable');
  const place = await takeQuota(tx, companyId, 'storage', upload.sizeBytes);
  return insertFile(
    tx,
    {
      id: newId(),
      companyId,
      ownerId,
      name: upload.name,
      objectKey: upload.objectKey,
      sha256: upload.sha256,
      sizeBytes: upload.sizeBytes,
      ...inFolder,
    },
    place,
  );
}
