import { generateKeyPairSync, sign } from 'node:crypto';

/** A signing key that the provider uses, and that can sign what no provider would. */
export function createSigningKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const header = { alg: 'RS256', kid: 'test', typ: 'JWT' };
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    jwk: { ...privateKey.export({ format: 'jwk' }), kid: header.kid, alg: header.alg, use: 'sig' },
    signToken: (claims: Record<string, unknown>): string => {
      const text = `${encode(header)}.${encode(claims)}`;
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
  };
}

export function readTokenClaims(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}
