import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

/** A server of somebody else's making that speaks S3, over a folder; bucket names in the path. */
export type S3Server = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  put: (key: string, body: string | Uint8Array) => Promise<void>;
  close: () => Promise<void>;
};

type Program = new (
  options: Record<string, unknown>,
) => {
  run: () => Promise<{ port: number }>;
  close: () => Promise<void>;
};

/** Starts it on a free port of 127.0.0.1 with one empty bucket. It knows one key by its id, and does not page. */
export async function startS3Server(): Promise<S3Server> {
  // It has no types of its own.
  const name = 's3rver';
  const { default: S3rver } = (await import(name)) as { default: Program };
  const directory = mkdtempSync(join(tmpdir(), 'lectern-s3-'));
  const bucket = 'company-files';
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  const place = { region: 'us-east-1', accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new S3Client({
    endpoint,
    region: place.region,
    forcePathStyle: true,
    credentials: place,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  return {
    ...place,
    endpoint,
    bucket,
    put: async (key, body) => {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
    },
    close: async () => {
      client.destroy();
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
