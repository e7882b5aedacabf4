import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import type { S3Options } from './s3-object-store.ts';

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

/** Every request leaves by `outbound`, whose rules so hold for every address that the bucket's names lead to. */
export async function openS3Bucket(options: S3Options, outbound: OutboundClient): Promise<S3Bucket> {
  const s3 = await import('@aws-sdk/client-s3');
  const client: S3Client = new s3.S3Client({
    region: options.region,
    endpoint: options.endpoint,
    forcePathStyle: options.forcePathStyle,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: createRequestHandler(outbound),
  });
  const base = options.prefix ?? '';
  const relative = (key: string | undefined) => (key ?? '').slice(base.length);
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
        return {
          prefixes: (answer.CommonPrefixes ?? []).map(({ Prefix }) => relative(Prefix)),
          objects: (answer.Contents ?? []).map((item) => ({
            key: relative(item.Key),
            size: item.Size ?? 0,
            etag: item.ETag ?? '',
            modifiedAt: item.LastModified,
          })),
          nextCursor: answer.IsTruncated ? answer.NextContinuationToken : undefined,
        };
      }),
    get: (key, signal) =>
      explained(signal, async () => {
        const command = new s3.GetObjectCommand({ Bucket: options.bucket, Key: base + key });
        const answer = await client.send(command, { abortSignal: signal });
        return {
          stream: answer.Body as Readable,
          size: answer.ContentLength ?? 0,
          etag: answer.ETag ?? '',
        };
      }),
    close: () => client.destroy(),
  };
}

type SdkRequest = {
  method: string;
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query?: Record<string, string | string[] | null>;
  headers: Record<string, string>;
};

/** What the library calls instead of a socket of its own. We only read: no request has a body. */
function createRequestHandler(outbound: OutboundClient) {
  return {
    handle: async (request: SdkRequest, { abortSignal }: { abortSignal?: unknown } = {}) => {
      const port = request.port === undefined ? '' : `:${request.port}`;
      const url = `${request.protocol}//${request.hostname}${port}${request.path}${writeQuery(request.query)}`;
      const answer = await outbound.fetch(url, {
        method: request.method,
        headers: request.headers,
        // A redirect says that the bucket is elsewhere: nothing signed for one place goes to another.
        redirect: 'manual',
        ...(abortSignal instanceof AbortSignal ? { signal: abortSignal } : {}),
      });
      return {
        response: {
          statusCode: answer.status,
          headers: Object.fromEntries(answer.headers),
          body: answer.body ? Readable.fromWeb(answer.body as never) : Readable.from([]),
        },
      };
    },
    destroy: () => undefined,
  } as never;
}

/** The exact letters that were signed. */
function writeQuery(query: SdkRequest['query'] = {}): string {
  const encode = (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  const parts = Object.keys(query)
    .sort()
    .flatMap((name) => [query[name] ?? ''].flat().map((value) => `${encode(name)}=${encode(value)}`));
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
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
