import type { OidcProvider } from '../oidc/start-oidc-provider.ts';
import type { Visitor } from '../oidc/walk-sign-in.ts';
import { type ApiAnswer, type ApiClient, createApiClient } from './api-client.ts';
import type { TestServer } from './test-server.ts';

/** A company whose people sign in at a provider. */
export type SsoCompany = {
  /** Of level COMPANY there, with a password of its own. */
  owner: ApiClient;
  id: string;
  signInName: string;
  redirectUrl: string;
  /** As they were saved, on the wire. */
  settings: Record<string, unknown>;
};

let serial = 0;

/** Makes a company with a client of its own at the provider; `settings` are changes to what is saved. */
export async function buildSsoCompany(
  server: TestServer,
  provider: OidcProvider,
  settings: Record<string, unknown> = {},
  kind: 'confidential' | 'public' = 'confidential',
): Promise<SsoCompany> {
  const owner = await server.addMember(await server.signUp(), 'COMPANY');
  const { id } = (await owner.call('GET', '/me')).body.company;
  const redirectUrl = (await owner.call('GET', '/company/sso')).body.redirect_url;
  const { clientId, clientSecret } = await provider.addClient(redirectUrl, kind);
  const signInName = `company-${++serial}`;
  const wanted = {
    sign_in_name: signInName,
    issuer: provider.issuer,
    client_id: clientId,
    ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
    ...settings,
  };
  const { status, body } = await owner.call('PUT', '/company/sso', wanted);
  if (status !== 200) throw new Error(`The provider was not saved: ${JSON.stringify(body)}`);
  return { owner, id, signInName, redirectUrl, settings: wanted };
}

/** Where our callback leads the browser: the ticket or the error in the fragment of the sign-in page. */
export async function openCallback(url: string) {
  const answer = await fetch(url, { redirect: 'manual' });
  const location = answer.headers.get('location') ?? '';
  const target = new URL(location, url);
  const fragment = new URLSearchParams(target.hash.slice(1));
  return {
    status: answer.status,
    location,
    ticket: fragment.get('sso') ?? undefined,
    error: fragment.get('sso_error') ?? undefined,
    next: target.searchParams.get('next') ?? undefined,
  };
}

/** The whole way of a browser; ends with the answer to the ticket, or throws the error that the callback told. */
export async function signInBySso(
  server: TestServer,
  provider: OidcProvider,
  signInName: string,
  visitor: Visitor,
): Promise<ApiAnswer & { client: ApiClient }> {
  const begun = (await server.anonymous.call('POST', '/sso/begin', { sign_in_name: signInName })).body;
  const { ticket, error } = await openCallback(await provider.walk(begun.url, visitor));
  if (ticket === undefined) throw new Error(error);
  const answer = await server.anonymous.call('POST', '/sso/sessions', { ticket, verifier: begun.verifier });
  return { ...answer, client: createApiClient(server.url, answer.body.token) };
}
