import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import {
  checkObjectKey,
  checkPrefix,
  makeObjectKey,
  measureBytes,
  type ObjectListing,
  ObjectNotFoundError,
  type ObjectStore,
} from './object-store.ts';

/** A bucket at Amazon or at anything that speaks its protocol. */
export type S3Options = {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Absent: Amazon's own. With one, bucket names go into the path, as most other servers want. */
  endpoint?: string;
  forcePathStyle?: boolean;
  /** Put before every key, such as "lectern/". */
  prefix?: string;
};

/** Up to this size an object waits in memory for its hash, beyond it in a file; also the size of upload parts. */
const partBytes = 8 * 1024 * 1024;

/** Objects in a bucket. The client library is loaded here, so that other installations start without it. */
export async function openS3ObjectStore(options: S3Options): Promise<ObjectStore> {
  const s3 = await import('@aws-sdk/client-s3');
  const client = await createS3Client(options);
  const bucket = options.bucket;
  const base = options.prefix ?? '';
  const locate = (key: string) => {
    checkObjectKey(key);
    return { Bucket: bucket, Key: base + key };
  };

  const store: ObjectStore = {
    put: async (prefix, source, putOptions = {}) => {
      checkPrefix(prefix);
      const measured = measureBytes(source, putOptions);
      const spooled = await spool(measured.bytes);
      try {
        const { size, sha256 } = measured.finish();
        const key = makeObjectKey(prefix, sha256);
        const abortSignal = putOptions.signal;
        if (spooled.memory !== undefined) {
          const command = new s3.PutObjectCommand({ ...locate(key), Body: spooled.memory });
          await client.send(command, { abortSignal });
        } else {
          const { Upload } = await import('@aws-sdk/lib-storage');
          const params = { ...locate(key), Body: createReadStream(spooled.path!) };
          const upload = new Upload({ client, params, partSize: partBytes, queueSize: 2 });
          const abort = () => void upload.abort();
          abortSignal?.addEventListener('abort', abort, { once: true });
          await upload.done().finally(() => abortSignal?.removeEventListener('abort', abort));
        }
        return { key, size, sha256 };
      } finally {
        await spooled.remove();
      }
    },
    get: async (key, range) => {
      if (range !== undefined && range.end <= range.start) return Readable.from([]);
      const Range = range && `bytes=${range.start}-${range.end - 1}`;
      try {
        const answer = await client.send(new s3.GetObjectCommand({ ...locate(key), Range }));
        return answer.Body as Readable;
      } catch (error) {
        if (isMissing(error)) throw new ObjectNotFoundError(key);
        // A range behind the end is empty here as it is in a file.
        if ((error as { name?: string }).name === 'InvalidRange') return Readable.from([]);
        throw error;
      }
    },
    head: async (key) => {
      try {
        const answer = await client.send(new s3.HeadObjectCommand(locate(key)));
        return { size: answer.ContentLength ?? 0 };
      } catch (error) {
        if (isMissing(error) || error instanceof ObjectNotFoundError) return undefined;
        throw error;
      }
    },
    delete: async (key) => {
      await client.send(new s3.DeleteObjectCommand(locate(key)));
    },
    list: async function* (prefix): AsyncGenerator<ObjectListing> {
      if (prefix !== undefined) checkPrefix(prefix);
      const Prefix = prefix === undefined ? base : `${base}${prefix}/`;
      for await (const page of s3.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix })) {
        for (const item of page.Contents ?? []) {
          const key = item.Key?.slice(base.length) ?? '';
          yield { key, size: item.Size ?? 0, modifiedAt: item.LastModified ?? new Date(0) };
        }
      }
    },
    withLocalFile: async (key, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'lectern-object-'));
      try {
        const path = join(folder, 'object');
        await pipeline(await store.get(key), createWriteStream(path, { mode: 0o600 }));
        return await use(path);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    close: async () => client.destroy(),
  };
  return store;
}

/**
 * Whether the bucket refuses to overwrite under `If-None-Match: *`. Without that, two writers of the
 * chunk index can silently undo each other, so a server that shares a bucket must not start.
 */
export async function probeConditionalPut(options: S3Options): Promise<boolean> {
  const s3 = await import('@aws-sdk/client-s3');
  const client = await createS3Client(options);
  const place = { Bucket: options.bucket, Key: `${options.prefix ?? ''}.probe/${randomUUID()}` };
  const put = () => client.send(new s3.PutObjectCommand({ ...place, Body: 'probe', IfNoneMatch: '*' }));
  try {
    await put();
    try {
      await put();
      return false;
    } catch (error) {
      if ((error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 412)
        return true;
      throw error;
    } finally {
      await client.send(new s3.DeleteObjectCommand(place));
    }
  } finally {
    client.destroy();
  }
}

async function createS3Client(options: S3Options): Promise<S3Client> {
  const { S3Client } = await import('@aws-sdk/client-s3');
  return new S3Client({
    region: options.region,
    endpoint: options.endpoint,
    forcePathStyle: options.forcePathStyle ?? options.endpoint !== undefined,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    // Checksums that nobody asked for break many servers other than Amazon's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 4,
    // Without these a store that falls silent holds its caller, and the caller's locks, forever.
    requestHandler: { connectionTimeout: 5_000, socketTimeout: 120_000 },
  });
}

type Spooled = { memory?: Buffer; path?: string; remove: () => Promise<void> };

/** The key is the content's hash, so the content must be whole before it can be sent. */
async function spool(source: AsyncGenerator<Uint8Array>): Promise<Spooled> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await source.next();
    if (done) return { memory: Buffer.concat(parts), remove: async () => {} };
    parts.push(value);
    size += value.byteLength;
    if (size > partBytes) break;
  }
  const folder = await mkdtemp(join(tmpdir(), 'lectern-upload-'));
  const path = join(folder, 'upload');
  const remove = () => rm(folder, { recursive: true, force: true });
  async function* all(): AsyncGenerator<Uint8Array> {
    yield* parts.splice(0);
    yield* source;
  }
  try {
    await pipeline(all, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, remove };
}

function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404;
}
