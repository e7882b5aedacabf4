import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import type { S3Options } from './s3-object-store.ts';
import { createRequestHandler } from './s3-request-handler.ts';

/** Why a bucket does not answer as wished; `gone`: this object is not there. */
export type S3Fault =
  | 'access_denied'
  | 'bucket_not_found'
  | 'wrong_region'
  | 'gone'
  | 'address_refused'
  | 'unreachable';

/** The only error that a bucket throws, besides the caller's own abort. */
export class S3BucketError extends Error {
  readonly fault: S3Fault;
  constructor(fault: S3Fault, cause: unknown) {
    super(cause instanceof Error ? cause.message : fault, { cause });
    this.name = 'S3BucketError';
    this.fault = fault;
  }
}

export type BucketObject = { key: string; size: number; etag: string; modifiedAt: Date | undefined };
export type BucketPage = { prefixes: string[]; objects: BucketObject[]; nextCursor: string | undefined };

/** Somebody else's bucket, to be read. Keys are relative to the prefix of the options. */
export type S3Bucket = {
  /** With `delimiter`, what lies below a further `/` is told as a prefix. At most 1,000 names a page. */
  list: (options: {
    prefix: string;
    delimiter?: '/';
    cursor?: string | undefined;
    limit?: number;
    signal?: AbortSignal;
  }) => Promise<BucketPage>;
  /** The bytes as a stream, which must be read or destroyed. */
  get: (key: string, signal?: AbortSignal) => Promise<{ stream: Readable; size: number; etag: string }>;
  close: () => void;
};

/** In bytes; the protocol knows no longer ones. */
const longestKey = 1_024;

/**
 * Every request leaves by `outbound`, whose rules so hold for every address that the bucket's names lead to. A server
 * that falls silent for `quietMs` is unreachable.
 */
export async function openS3Bucket(
  options: S3Options,
  outbound: OutboundClient,
  { quietMs = 30_000 }: { quietMs?: number } = {},
): Promise<S3Bucket> {
  const s3 = await import('@aws-sdk/client-s3');
  const client: S3Client = new s3.S3Client({
    region: options.region,
    endpoint: options.endpoint,
    forcePathStyle: options.forcePathStyle,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: createRequestHandler(outbound, quietMs),
  });
  const base = options.prefix ?? '';
  return {
    list: ({ prefix, delimiter, cursor, limit, signal }) =>
      explained(signal, async () => {
        const command = new s3.ListObjectsV2Command({
          Bucket: options.bucket,
          Prefix: base + prefix,
          Delimiter: delimiter,
          ContinuationToken: cursor,
          MaxKeys: limit,
        });
        const answer = await client.send(command, { abortSignal: signal });
        // What was not asked for is left out: a server that ignores the prefix would show more than was shared.
        const isAsked = (key: string | undefined) =>
          key?.startsWith(base + prefix) && Buffer.byteLength(key) <= longestKey;
        return {
          prefixes: (answer.CommonPrefixes ?? []).flatMap(({ Prefix }) =>
            isAsked(Prefix) ? (Prefix as string).slice(base.length) : [],
          ),
          objects: (answer.Contents ?? []).flatMap(({ Key, Size, ETag, LastModified }) =>
            isAsked(Key)
              ? {
                  key: (Key as string).slice(base.length),
                  size: Number.isSafeInteger(Size) ? Math.max(0, Size as number) : 0,
                  etag: ETag ?? '',
                  modifiedAt: LastModified,
                }
              : [],
          ),
          nextCursor: answer.IsTruncated ? answer.NextContinuationToken : undefined,
        };
      }),
    get: (key, signal) =>
      explained(signal, async () => {
        const command = new s3.GetObjectCommand({ Bucket: options.bucket, Key: base + key });
        const answer = await client.send(command, { abortSignal: signal });
        const body = answer.Body as Readable;
        const stream = Readable.from(readBody(body, signal), { objectMode: false });
        return {
          stream: stream.once('close', () => body.destroy()),
          size: answer.ContentLength ?? 0,
          etag: answer.ETag ?? '',
        };
      }),
    close: () => client.destroy(),
  };
}

/** The bytes; what goes wrong amid them is told as at their beginning. */
async function* readBody(body: Readable, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new S3BucketError(faultOf(error), error);
  }
}

async function explained<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new S3BucketError(faultOf(error), error);
  }
}

function faultOf(error: unknown): S3Fault {
  const { name, code, $metadata } = error as {
    name?: string;
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  const status = $metadata?.httpStatusCode;
  if (code === 'outbound_refused') return 'address_refused';
  if (name === 'NoSuchKey' || name === 'NotFound') return 'gone';
  if (name === 'NoSuchBucket') return 'bucket_not_found';
  if (name === 'PermanentRedirect' || name === 'AuthorizationHeaderMalformed' || status === 301)
    return 'wrong_region';
  if (status === 401 || status === 403) return 'access_denied';
  if (status === 404) return 'bucket_not_found';
  return 'unreachable';
}
