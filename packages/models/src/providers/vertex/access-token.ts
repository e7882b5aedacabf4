import { importPKCS8, SignJWT } from 'jose';
import { type Clock, type Fetch, ModelError } from '../../ports.ts';
import { createJsonClient } from '../json-client.ts';
import type { ServiceAccount } from './service-account.ts';

type Token = { token: string; expiresAt: number };

const tokenHost = 'https://oauth2.googleapis.com';
const scope = 'https://www.googleapis.com/auth/cloud-platform';
/** A token is renewed before it expires, so that no call is caught with it. */
const marginMs = 5 * 60_000;

/** By the way out, which never changes in a process, and the key. */
const known = new WeakMap<Fetch, Map<string, Token>>();

/** Exchanges a signed assertion for a token, which serves until shortly before it expires (RFC 7523). */
export async function getAccessToken(
  account: ServiceAccount,
  { fetch, clock }: { fetch: Fetch; clock: Clock },
  signal?: AbortSignal,
): Promise<string> {
  const tokens = known.get(fetch) ?? new Map<string, Token>();
  known.set(fetch, tokens);
  const now = clock.now();
  for (const [key, { expiresAt }] of tokens) if (expiresAt - marginMs <= now) tokens.delete(key);
  const key = `${account.email} ${account.privateKey}`;
  const token = tokens.get(key) ?? (await requestToken(account, { fetch, clock }, signal));
  tokens.set(key, token);
  return token.token;
}

async function requestToken(
  account: ServiceAccount,
  { fetch, clock }: { fetch: Fetch; clock: Clock },
  signal?: AbortSignal,
): Promise<Token> {
  const now = clock.now();
  const client = createJsonClient({ baseUrl: tokenHost, headers: {}, fetch, clock });
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await signAssertion(account, Math.floor(now / 1000)),
  });
  let answer: { access_token?: unknown; expires_in?: unknown } | null;
  try {
    answer = (await client.postFormForJson('/token', form, signal)) as typeof answer;
  } catch (error) {
    // A key that was deleted, or a clock that is wrong, is a bad request there.
    if (error instanceof ModelError && error.kind === 'bad_request')
      throw new ModelError('bad_credentials', { detail: error.detail ?? '', cause: error });
    throw error;
  }
  const { access_token: token, expires_in: seconds = 3_600 } = answer ?? {};
  if (typeof token !== 'string') throw new ModelError('bad_response', { detail: 'no token in the answer' });
  return { token, expiresAt: now + Number(seconds) * 1000 };
}

async function signAssertion({ email, privateKey, keyId }: ServiceAccount, now: number): Promise<string> {
  try {
    return await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) })
      .setIssuer(email)
      .setAudience(`${tokenHost}/token`)
      .setIssuedAt(now)
      .setExpirationTime(now + 3_600)
      .sign(await importPKCS8(privateKey, 'RS256'));
  } catch (error) {
    throw new ModelError('bad_credentials', {
      detail: 'the private key of the service account cannot be read',
      cause: error,
    });
  }
}
