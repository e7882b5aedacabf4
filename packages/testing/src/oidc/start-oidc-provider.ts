import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applyMisbehaviour, type Misbehaviour } from './misbehaviour.ts';
import { createSigningKey } from './oidc-keys.ts';
import { type Visitor, walkSignIn } from './walk-sign-in.ts';

/** What the provider says of a person: `email`, `email_verified`, `name`, `groups`, `realm_access` and so on. */
export type Claims = Record<string, unknown>;

export type OidcClient = { clientId: string; clientSecret: string | undefined };

/** A real OpenID Connect provider on a free loopback port, with people that a test makes up. */
export type OidcProvider = {
  issuer: string;
  /** "host:port", for the list of allowed hosts. */
  host: string;
  /** Registers a client; without a secret it is a public one. */
  addClient: (redirectUrl: string, kind?: 'confidential' | 'public') => Promise<OidcClient>;
  setPerson: (subject: string, claims: Claims) => void;
  /** The browser's part; returns the address at which it leaves the provider. */
  walk: (url: string, visitor: Visitor) => Promise<string>;
  /** From now on; nothing: it behaves. */
  misbehave: (how?: Misbehaviour) => void;
  /** Paths asked for so far, oldest first. */
  requests: string[];
  close: () => Promise<void>;
};

/** `claimsIn`: where the claims of a person stand; by the book they are at the userinfo endpoint alone. */
export async function startOidcProvider(
  options: { claimsIn?: 'userinfo' | 'id_token' } = {},
): Promise<OidcProvider> {
  // Loaded here, since most tests that import this package need no provider.
  const { Provider } = await import('oidc-provider');
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `http://${host}`;
  const key = createSigningKey();
  const people = new Map<string, Claims>();
  const requests: string[] = [];
  let misbehaviour: Misbehaviour = {};
  const provider = new Provider(issuer, {
    jwks: { keys: [key.jwk as never] },
    cookies: { keys: ['of a test'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600 },
    features: { registration: { enabled: true } },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'preferred_username', 'groups', 'realm_access', 'https://claims.example/role'],
    },
    conformIdTokenClaims: options.claimsIn !== 'id_token',
    findAccount: (_, subject) => {
      const person = people.get(subject);
      return person && { accountId: subject, claims: () => ({ ...person, sub: subject }) };
    },
  });
  const handle = provider.callback();
  server.on('request', (request, response) => {
    requests.push(`${request.method} ${new URL(request.url ?? '/', issuer).pathname}`);
    applyMisbehaviour(request, response, misbehaviour, key.signToken);
    if (!response.writableEnded) handle(request, response);
  });

  return {
    issuer,
    host,
    requests,
    addClient: async (redirectUrl, kind = 'confidential') => {
      const answer = await fetch(`${issuer}/reg`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          redirect_uris: [redirectUrl],
          ...(kind === 'public' ? { token_endpoint_auth_method: 'none' } : {}),
        }),
      });
      const body = (await answer.json()) as { client_id: string; client_secret?: string };
      if (answer.status !== 201) throw new Error(`No client registered: ${JSON.stringify(body)}`);
      return { clientId: body.client_id, clientSecret: body.client_secret };
    },
    setPerson: (subject, claims) => people.set(subject, claims),
    walk: (url, visitor) => walkSignIn(url, visitor),
    misbehave: (how = {}) => {
      misbehaviour = how;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
