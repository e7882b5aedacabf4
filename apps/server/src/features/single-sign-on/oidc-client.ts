import { normaliseHostname, readAllowedHosts } from '@lectern/adapters';
import { AppError } from '@lectern/contract';
import type { Configuration, CustomFetchOptions } from 'openid-client';
import type { Platform } from '../../platform/platform.ts';
import type { SsoClaims } from './sso.table.ts';
import { readGroups, readSsoClaims } from './sso-claims.ts';

/** For each of the few requests to a provider. */
const timeoutSeconds = 10;
/** Discovery documents, keys and claims are small; a provider is as foreign as any other host. */
const mostBytes = 1024 * 1024;
const longestReason = 200;

type Network = Pick<Platform, 'config' | 'companyOutbound'>;
export type ProviderClient = { issuer: string; clientId: string; secret: string | null };

/** Fault of a provider, told to the company in its own words: nothing secret is in them. */
class ProviderFault extends Error {}

/** Tokens and sign-in pages travel encrypted; only hosts that the administrator allowed may do without. */
function checkEncrypted({ config }: Network, address: unknown): URL {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (url?.protocol === 'https:') return url;
  const port = Number(url?.port) || 80;
  const allowed = readAllowedHosts(config.companyOutboundAllowedHosts);
  if (url?.protocol === 'http:' && allowed.includes(normaliseHostname(url.hostname), port)) return url;
  throw new ProviderFault(`${String(address).slice(0, longestReason)} is no encrypted web address`);
}

function fetchThrough(network: Network) {
  return async (address: string, { method, headers, body, signal }: CustomFetchOptions) => {
    checkEncrypted(network, address);
    const answer = await network.companyOutbound.fetch(address, {
      method,
      headers,
      redirect: 'manual',
      ...(body ? { body: String(body) } : {}),
      ...(signal ? { signal } : {}),
    });
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of answer.body ?? []) {
      size += part.byteLength;
      if (size > mostBytes) throw new ProviderFault(`more than ${mostBytes} bytes`);
      parts.push(part);
    }
    const { status } = answer;
    return new Response(size > 0 ? Buffer.concat(parts) : null, { status, headers: answer.headers });
  };
}

/** What went wrong, in the words of whoever noticed it first; never what a request or an answer held. */
export function describeFault(error: unknown): string {
  let reason = 'unknown';
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    reason = cause.message;
    const { error: word } = cause as { error?: unknown };
    if (typeof word === 'string') return word.slice(0, longestReason);
    if (cause instanceof ProviderFault) break;
  }
  return reason.slice(0, longestReason);
}

/** An issuer on an address that companies may not reach, or not encrypted, is refused by its host. */
async function checkIssuer(network: Network, issuer: string): Promise<void> {
  const refused = new AppError('sso.issuer_refused', { host: new URL(issuer).host });
  try {
    checkEncrypted(network, issuer);
    await network.companyOutbound.check(issuer);
  } catch (error) {
    if (error instanceof ProviderFault || (error as { code?: string }).code === 'outbound_refused')
      throw refused;
    // What does not resolve is told apart when the document is read.
  }
}

/** Reads the provider's discovery document. The library is loaded by the first who signs in, not by the start. */
export async function openProvider(network: Network, { issuer, clientId, secret }: ProviderClient) {
  await checkIssuer(network, issuer);
  const library = await import('openid-client');
  let configuration: Configuration;
  try {
    configuration = await library.discovery(new URL(issuer), clientId, {}, library.None(), {
      [library.customFetch]: fetchThrough(network),
      timeout: timeoutSeconds,
      // The library knows no hosts that may do without encryption; `fetchThrough` does, and refuses the others.
      execute: [library.allowInsecureRequests],
    });
    const found = configuration.serverMetadata();
    // The library forgives some large providers an issuer of many tenants: here it would let in all of them.
    if (new URL(found.issuer).href !== new URL(issuer).href)
      throw new ProviderFault(`its issuer is ${found.issuer}`);
    for (const address of [found.authorization_endpoint, found.token_endpoint, found.jwks_uri])
      checkEncrypted(network, address);
  } catch (error) {
    throw new AppError('sso.discovery_failed', { detail: describeFault(error) }, { cause: error });
  }
  const metadata = configuration.serverMetadata();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const authenticate =
    secret === null
      ? library.None()
      : methods.includes('client_secret_basic')
        ? library.ClientSecretBasic(secret)
        : library.ClientSecretPost(secret);
  const client = new library.Configuration(metadata, clientId, {}, authenticate);
  client[library.customFetch] = fetchThrough(network);
  client.timeout = timeoutSeconds;
  library.allowInsecureRequests(client);
  // The identity token's signature is checked too, although it comes straight from the provider.
  library.enableNonRepudiationChecks(client);

  return {
    issuer: metadata.issuer,
    buildSignInUrl: async (given: {
      redirectUrl: string;
      scopes: string[];
      state: string;
      nonce: string;
      codeVerifier: string;
    }): Promise<string> =>
      library.buildAuthorizationUrl(client, {
        redirect_uri: given.redirectUrl,
        scope: [...new Set(['openid', ...given.scopes])].join(' '),
        state: given.state,
        nonce: given.nonce,
        code_challenge: await library.calculatePKCECodeChallenge(given.codeVerifier),
        code_challenge_method: 'S256',
      }).href,
    /** Exchanges the code with which the browser came back to `url`. Throws faults that `describeFault` reads. */
    readPerson: async (
      url: URL,
      expected: { state: string; nonce: string; codeVerifier: string },
      levelClaim: string | null,
    ): Promise<SsoClaims> => {
      const tokens = await library.authorizationCodeGrant(client, url, {
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        pkceCodeVerifier: expected.codeVerifier,
        idTokenExpected: true,
      });
      const identity = tokens.claims();
      if (!identity) throw new ProviderFault('no identity token');
      const lacking =
        typeof identity.email !== 'string' ||
        (levelClaim !== null && readGroups(identity, levelClaim).length === 0);
      const userinfo =
        lacking && metadata.userinfo_endpoint
          ? await library.fetchUserInfo(client, tokens.access_token, identity.sub)
          : {};
      const person = readSsoClaims(metadata.issuer, identity, userinfo, levelClaim);
      if (!person) throw new ProviderFault('the identity token names nobody');
      return person;
    },
  };
}
