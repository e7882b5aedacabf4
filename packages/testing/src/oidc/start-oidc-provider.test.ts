import { afterEach, expect, test } from 'vitest';
import { type OidcProvider, startOidcProvider } from './start-oidc-provider.ts';

let provider: OidcProvider | undefined;
afterEach(() => provider?.close());

const callback = 'http://localhost:1/callback';

async function begin(running: OidcProvider) {
  const { clientId } = await running.addClient(callback);
  running.setPerson('alice', { email: 'alice@example.org' });
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid email',
    redirect_uri: callback,
    state: 'a state',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  return `${running.issuer}/auth?${query}`;
}

test('a person is led from sign-in over consent to the callback, with a code', async () => {
  provider = await startOidcProvider();
  const end = new URL(await provider.walk(await begin(provider), { login: 'alice' }));
  expect(end.origin + end.pathname).toBe(callback);
  expect(end.searchParams.get('state')).toBe('a state');
  expect(end.searchParams.get('code')).toMatch(/./);
});

test('a person who turns back is led there with an error', async () => {
  provider = await startOidcProvider();
  const end = new URL(await provider.walk(await begin(provider), { login: 'alice', refuses: true }));
  expect(end.searchParams.get('error')).toBe('access_denied');
});

test('the discovery document can lie', async () => {
  provider = await startOidcProvider();
  const read = async () => (await fetch(`${provider?.issuer}/.well-known/openid-configuration`)).json();
  provider.misbehave({ discovery: { issuer: 'https://elsewhere.example' } });
  expect(await read()).toMatchObject({ issuer: 'https://elsewhere.example' });
  provider.misbehave();
  expect(await read()).toMatchObject({ issuer: provider.issuer });
});
