import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '../../ports.ts';
import type { Authorize } from '../json-client.ts';

export type TencentKeys = { secretId: string; secretKey: string };
/** A call of Tencent Cloud's API 3.0. The version is that of the service. */
export type TencentAction = { service: string; action: string; version: string; region?: string };

const hash = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex');
const code = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/**
 * Signs one action (TC3-HMAC-SHA256). The SDK of Tencent Cloud does it too, but sends by itself; no small library does
 * it alone.
 */
export function createSigner(keys: TencentKeys, called: TencentAction, clock: Clock): Authorize {
  const { service, action, version, region } = called;
  return async ({ method, url, contentType = '', body }) => {
    const { host } = new URL(url);
    const time = Math.floor(clock.now() / 1000);
    const date = new Date(time * 1000).toISOString().slice(0, 10);
    const signedHeaders = 'content-type;host;x-tc-action';
    const request = [
      method,
      '/',
      '',
      `content-type:${contentType}`,
      `host:${host}`,
      `x-tc-action:${action.toLowerCase()}`,
      '',
      signedHeaders,
      hash(body),
    ].join('\n');
    const scope = `${date}/${service}/tc3_request`;
    const key = code(code(code(`TC3${keys.secretKey}`, date), service), 'tc3_request');
    const signature = code(key, ['TC3-HMAC-SHA256', time, scope, hash(request)].join('\n')).toString('hex');
    return {
      authorization: `TC3-HMAC-SHA256 Credential=${keys.secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`,
      'x-tc-action': action,
      'x-tc-version': version,
      'x-tc-timestamp': `${time}`,
      ...(region !== undefined && { 'x-tc-region': region }),
    };
  };
}
