import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type { Clock } from '../../ports.ts';
import type { Authorize } from '../json-client.ts';

export type AwsKeys = { accessKeyId: string; secretAccessKey: string };

/** Signs requests to a service of AWS in one region (Signature Version 4). */
export function createSigner(keys: AwsKeys, region: string, clock: Clock): Authorize {
  const signer = new SignatureV4({
    service: 'bedrock',
    region,
    credentials: keys,
    sha256: Sha256,
    applyChecksum: false,
  });
  return async ({ method, url, contentType, body }) => {
    const { host, hostname, pathname, searchParams } = new URL(url);
    const { headers } = await signer.sign(
      {
        method,
        protocol: 'https:',
        hostname,
        path: pathname,
        query: Object.fromEntries(searchParams),
        headers: { host, ...(contentType && { 'content-type': contentType }) },
        body,
      },
      { signingDate: new Date(clock.now()) },
    );
    // The host is the transport's to send.
    const { host: _, ...signed } = headers;
    return signed;
  };
}
