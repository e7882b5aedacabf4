import { openS3Bucket, type S3Bucket, S3BucketError, type S3Fault } from '@lectern/adapters';
import { AppError, type ErrorCode } from '@lectern/contract';
import type { Platform } from '../../platform/platform.ts';
import type { S3ConnectionRow } from './s3-connection.table.ts';

/** Ties a sealed secret to its row: copied to another, it opens nothing. */
export function secretContext(connectionId: string): string {
  return `s3-connection:${connectionId}`;
}

export type BucketPlace = Pick<
  S3ConnectionRow,
  'endpoint' | 'region' | 'bucket' | 'prefix' | 'accessKeyId' | 'pathStyle'
>;

/** Does the work on a bucket; what the bucket says becomes an error that a person can read. */
export async function withBucket<T>(
  { companyOutbound }: Platform,
  place: BucketPlace,
  secretAccessKey: string,
  work: (bucket: S3Bucket) => Promise<T>,
): Promise<T> {
  const bucket = await openS3Bucket(
    {
      bucket: place.bucket,
      region: place.region,
      accessKeyId: place.accessKeyId,
      secretAccessKey,
      prefix: place.prefix,
      forcePathStyle: place.pathStyle,
      ...(place.endpoint === null ? {} : { endpoint: place.endpoint }),
    },
    companyOutbound,
  );
  try {
    return await work(bucket);
  } catch (error) {
    throw asS3Error(error);
  } finally {
    bucket.close();
  }
}

export function withConnection<T>(
  platform: Platform,
  row: S3ConnectionRow,
  work: (bucket: S3Bucket) => Promise<T>,
): Promise<T> {
  return withBucket(platform, row, platform.secrets.decrypt(row.sealedSecret, secretContext(row.id)), work);
}

const codes = {
  access_denied: 's3.access_denied',
  address_refused: 's3.address_refused',
  bucket_not_found: 's3.bucket_not_found',
  gone: 's3.object_gone',
  unreachable: 's3.unreachable',
  wrong_region: 's3.wrong_region',
} as const satisfies Record<S3Fault, ErrorCode>;

export function asS3Error(error: unknown): unknown {
  if (!(error instanceof S3BucketError)) return error;
  return new AppError(codes[error.fault], { detail: error.message.slice(0, 200) }, { cause: error });
}
